package moirai.analysis;

import static moirai.analysis.Dependency.READ_WRITE;
import static moirai.analysis.Dependency.WRITE_READ;
import static moirai.analysis.Dependency.WRITE_WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import moirai.history.FaultEvent;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.Outcome;
import moirai.history.RunHeader;
import moirai.history.level.Phenomenon;
import org.junit.jupiter.api.Test;

class AnomalyLogTest {

    private static final int TXNS = 100;

    /** Each transaction of one append takes 10 ns, one after the other, while a node is stopped for the first 45 ns. */
    private static History history() {
        var builder = new HistoryBuilder(RunHeader.NONE);
        for (int txn = 0; txn < TXNS; txn++) {
            builder.append(txn, 1).end(txn % 2, new Outcome.Committed(), txn * 10L, txn * 10L + 9);
        }
        builder.fault(new FaultEvent(0, FaultEvent.Phase.INJECTED, "pause", "n1"));
        builder.fault(new FaultEvent(45, FaultEvent.Phase.HEALED, "pause", "n1"));
        return builder.build();
    }

    private static Anomaly.Cycle skew(int txn) {
        return new Anomaly.Cycle(Phenomenon.G_SINGLE, List.of(txn, txn + 1), List.of(WRITE_READ, READ_WRITE));
    }

    /** Ten of two transactions would leave no place for the one of three, which is of another shape. */
    @Test
    void eightWitnessesAreKeptAndOneOfEachShapeIsAmongThem() {
        var log = new AnomalyLog(history());
        for (int i = 0; i < 10; i++) {
            log.add(skew(2 * i));
        }
        var other = new Anomaly.Cycle(
                Phenomenon.G_SINGLE, List.of(50, 51, 52), List.of(WRITE_READ, WRITE_WRITE, READ_WRITE));
        log.add(other);

        Findings findings = log.findings(TXNS, 0, Map.of());

        assertThat(findings.anomalies()).hasSize(8).contains(skew(0), other);
        assertThat(findings.counts()).isEqualTo(Map.of(Phenomenon.G_SINGLE, 11));
        assertThat(findings.sightings().get(Phenomenon.G_SINGLE))
                .extracting(seen -> seen.shape().name(), Sighting::count, Sighting::firstNanos, Sighting::lastNanos)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("G-single-rw-wr", 10, 19L, 199L),
                        org.assertj.core.groups.Tuple.tuple("G-single-rw-wr-ww", 1, 529L, 529L));
    }

    @Test
    void aFaultCountsForTheAnomaliesThatItWasBeside() {
        var log = new AnomalyLog(history());
        for (int i = 0; i < 5; i++) {
            log.add(skew(2 * i));
        }

        assertThat(log.findings(TXNS, 0, Map.of()).sightings().get(Phenomenon.G_SINGLE))
                .singleElement()
                .satisfies(seen -> assertThat(seen.faults()).isEqualTo(Map.of("pause n1", 3)));
    }

    /** Pairs are complete after 19, 39, 59, 79 and 99 ns, and the last once more. */
    @Test
    void timesOfAnomaliesAreCounted() {
        var log = new AnomalyLog(history());
        for (int i = 0; i < 5; i++) {
            log.add(skew(2 * i));
        }
        log.add(skew(8));

        assertThat(log.findings(TXNS, 0, Map.of()).sightings().get(Phenomenon.G_SINGLE))
                .singleElement()
                .satisfies(seen -> {
                    long[] counts = seen.overTime().in(0, 20, 5);
                    assertThat(counts).containsExactly(1, 1, 1, 1, 2);
                });
    }
}
