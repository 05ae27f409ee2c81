package moirai.runs.summary;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import moirai.analysis.durability.Durability;
import moirai.history.FaultEvent;
import moirai.history.FaultEvent.Phase;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.HistoryNotation;
import moirai.history.RunHeader;
import moirai.runs.report.MeasuresText;
import org.junit.jupiter.api.Test;

/** Tests of the availability of histories of some seconds, whose buckets are a fifth of a millisecond wide. */
class AvailabilityTest {

    /**
     * Transactions in the seconds 0, 1, 4 and 8 of ten, with a fault from 1.5 s to 4 s and another from 5 s to 8 s; the
     * commits of the second 12 are final reads.
     */
    private static final String LOAD = """
            T0 s0 @0..100000000 a1=1
            T1 s1 @100000000..1400000000 a1=2
            T2 s2 info @1500000000..3900000000 a1=3
            T3 s1 @1600000000..4250000000 a1=4
            T4 s1 @4300000000..4400000000 a1=5
            T5 s3 @4500000000..8900000000 a1=6
            T6 s4 fail @5000000000..9500000000 a1=7
            T7 s5 @12100000000..12200000000 r1=[1 2 4 5 6]
            """;

    private static final List<FaultEvent> FAULTS = List.of(
            at(1_500, Phase.INJECTED, "kill", "n1"),
            at(4_000, Phase.HEALED, "kill", "n1"),
            at(5_000, Phase.INJECTED, "pause", "n2"),
            at(8_000, Phase.HEALED, "pause", "n2"),
            at(12_000, Phase.INJECTED, Durability.FINAL_READS, "n1 n2"),
            at(12_500, Phase.HEALED, Durability.FINAL_READS, "n1 n2"));

    private static FaultEvent at(long millis, Phase phase, String fault, String target) {
        return new FaultEvent(millis * 1_000_000, phase, fault, target);
    }

    private static Availability availability(List<FaultEvent> faults) {
        return Availability.of(HistorySummary.of(history(faults)));
    }

    private static History history(List<FaultEvent> faults) {
        History parsed = HistoryNotation.parse(LOAD);
        var history = new HistoryBuilder(RunHeader.NONE);
        for (int txn = 0; txn < parsed.txnCount(); txn++) {
            history.add(parsed.txn(txn));
        }
        faults.forEach(history::fault);
        return history.build();
    }

    private static List<FaultEvent> and(FaultEvent... more) {
        var faults = new ArrayList<>(FAULTS);
        faults.addAll(List.of(more));
        faults.sort((one, other) -> Long.compare(one.nanos(), other.nanos()));
        return faults;
    }

    @Test
    void finalReadsAreNeitherUptimeNorAGap() {
        Availability uptime = availability(FAULTS);

        assertThat(uptime.secondsUp()).isEqualTo(4);
        assertThat(uptime.seconds()).isEqualTo(10);
        assertThat(uptime.gapNanos() / 1_000_000).isBetween(4_499L, 4_500L);
        assertThat(uptime.recovery().count()).isEqualTo(2);
        assertThat(uptime.recovery().maxNanos() / 1_000_000).isBetween(900L, 901L);
    }

    @Test
    void theTextSaysWhatFaultsCost() {
        assertThat(MeasuresText.uptime(availability(FAULTS)))
                .isEqualTo("commits in 4 of 10 seconds (40 %) · longest gap 4.5 s"
                        + " · first commit after 2 heals: 0.9 s median, 0.9 s max");
    }

    @Test
    void aHealThatNoCommitFollowsIsCountedApart() {
        Availability uptime =
                availability(and(at(8_950, Phase.INJECTED, "kill", "n3"), at(9_000, Phase.HEALED, "kill", "n3")));

        assertThat(MeasuresText.uptime(uptime)).endsWith("0.9 s max · none after 1 heal");
    }

    /** When sessions have ended, everything is healed, and nobody is there to commit. */
    @Test
    void whatIsHealedAfterTheSessionsHasNoRecovery() {
        Availability uptime =
                availability(and(at(9_400, Phase.INJECTED, "kill", "n3"), at(10_000, Phase.HEALED, "kill", "n3")));

        assertThat(uptime).isEqualTo(availability(FAULTS));
    }

    @Test
    void nobodyHealsWhatTheClusterDoesByItself() {
        String target = "from n1 to n2" + FaultEvent.BY_ITSELF;
        Availability uptime = availability(
                and(at(4_500, Phase.INJECTED, "failover", target), at(4_500, Phase.HEALED, "failover", target)));

        assertThat(uptime).isEqualTo(availability(FAULTS));
    }

    @Test
    void withoutFaultsNothingIsSaid() {
        assertThat(availability(List.of())).isEqualTo(Availability.UNKNOWN);
        assertThat(MeasuresText.uptime(Availability.UNKNOWN)).isEmpty();
    }

    /** Each node is measured by the time of the whole: what it did not commit in it, it did not commit. */
    @Test
    void eachNodeHasTheCommitsOfItsSessions() {
        History history = history(FAULTS);

        SortedMap<String, Availability> nodes =
                Availability.byNode(history, new TreeMap<>(Map.of("n1", List.of(0, 1, 2), "n2", List.of(3, 4))));

        assertThat(nodes.keySet()).containsExactly("n1", "n2");
        assertThat(nodes.values()).extracting(Availability::secondsUp).containsExactly(3L, 1L);
        assertThat(nodes.values())
                .extracting(Availability::seconds)
                .containsOnly(availability(FAULTS).seconds());
        assertThat(nodes.values()).extracting(Availability::gapNanos).allMatch(gap -> gap > 3_000_000_000L);
        assertThat(Availability.byNode(history, new TreeMap<>(Map.of("n1", List.of(0, 1, 2)))))
                .as("there is one place")
                .isEmpty();
    }

    @Test
    void aStandstillIsToldBesideTheVerdict() {
        var recovery = new Availability.Recovery(0, 0, 0, 0);

        assertThat(MeasuresText.standstill(new Availability(10, 30, 0, recovery)))
                .contains("only 10 of 30 seconds had commits");
        assertThat(MeasuresText.standstill(new Availability(16, 30, 0, recovery)))
                .isEmpty();
        assertThat(MeasuresText.standstill(Availability.UNKNOWN)).isEmpty();
    }
}
