package moirai.studies.directed.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import moirai.directed.encoding.Bounds;
import moirai.directed.levels.Promises;
import moirai.directed.program.Program;
import moirai.directed.search.AnomalySearch;
import moirai.directed.search.Levels;
import moirai.sources.JavaSources;
import moirai.sources.SourceOptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Shows that the anomalies found in the source of programs happen on the mock store. A script replays more programs.
 */
@Tag("long")
class ReplayRateTest {

    private static final Path PROGRAMS = Path.of("../programs/src/main/java/moirai/programs");

    private static Program program(String name, List<String> txns) {
        var options = new SourceOptions(List.of(PROGRAMS.resolve(name)), List.of(), txns, Bounds.SMALL.loopMax());
        return JavaSources.translate(options).program();
    }

    private static AnomalySearch search(Program program) {
        return new AnomalySearch(program, Levels.all(Promises.EVENTUAL), Bounds.SMALL);
    }

    private static void replay(ReplayRate rate, Program program, String... ring) throws Exception {
        var anomalies = search(program).find(List.of(ring)).anomalies();
        assertThat(anomalies).isNotEmpty();
        rate.add(program, Bounds.SMALL.loopMax(), anomalies);
    }

    private static void assertThatAllHappen(ReplayRate rate) {
        assertThat(rate.failures()).isEmpty();
        assertThat(rate.manifested()).isGreaterThanOrEqualTo((int) Math.ceil(0.95 * rate.count()));
    }

    @Test
    void allAnomaliesOfSmallBankHappen() throws Exception {
        Program program = program("smallbank", List.of("*.run"));
        var rate = new ReplayRate();

        rate.add(program, Bounds.SMALL.loopMax(), search(program).find().anomalies());

        assertThatAllHappen(rate);
        assertThat(rate.count()).isGreaterThan(100);
        assertThat(rate.manifested()).isEqualTo(rate.count());
    }

    @Test
    void anomaliesOfTpccHappen() throws Exception {
        Program program = program("tpcc", List.of("NewOrder.run", "Payment.run", "OrderStatus.run", "Delivery.run"));
        var rate = new ReplayRate();

        replay(rate, program, "newOrder", "newOrder");
        replay(rate, program, "delivery", "delivery");
        replay(rate, program, "delivery", "payment");
        replay(rate, program, "newOrder", "orderStatus");

        assertThatAllHappen(rate);
    }

    /** The row was there at first and is inserted again: only where INSERT replaces it can this happen. */
    @Test
    void anInsertOfARowThatIsThereHappensOnlyWithoutKeys() throws Exception {
        Program program = program("tpcc", List.of("NewOrder.run", "Delivery.run"));
        var anomalies = search(program).find(List.of("delivery", "newOrder")).anomalies().stream()
                .filter(anomaly -> anomaly.cycle().contains("delivery.d1..q1 -RW-> T1 newOrder.i2 -WR-> T0"))
                .toList();

        ReplayRate rate = new ReplayRate().add(program, Bounds.SMALL.loopMax(), anomalies);

        assertThat(rate.outcomes()).containsOnlyKeys("aborted 23505");
        assertThat(rate.manifestedWithoutKeys()).isEqualTo(1);
        assertThat(rate.failures()).isEmpty();
    }
}
