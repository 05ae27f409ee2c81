package moirai.runs.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import moirai.analysis.durability.Durability;
import moirai.history.FaultEvent;
import moirai.history.FaultEvent.Phase;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.HistoryNotation;
import moirai.history.RunHeader;
import org.junit.jupiter.api.Test;

class SuspectsTest {

    private static final List<FaultEvent> FAULTS = List.of(
            at(1_000, Phase.INJECTED, "pause", "n3"),
            at(2_000, Phase.HEALED, "pause", "n3"),
            at(5_000, Phase.INJECTED, "failover", "from n1 to n2"),
            at(6_000, Phase.HEALED, "failover", "from n1 to n2"),
            at(9_000, Phase.INJECTED, Durability.FINAL_READS, "n1 n2"),
            at(9_500, Phase.HEALED, Durability.FINAL_READS, "n1 n2"));

    private static FaultEvent at(long millis, Phase phase, String fault, String target) {
        return new FaultEvent(millis * 1_000_000, phase, fault, target);
    }

    private static History history(String text) {
        History parsed = HistoryNotation.parse(text);
        var history = new HistoryBuilder(RunHeader.NONE);
        for (int txn = 0; txn < parsed.txnCount(); txn++) {
            history.add(parsed.txn(txn));
        }
        FAULTS.forEach(history::fault);
        return history.build();
    }

    @Test
    void aLostWriteNamesTheFailoverThatLostIt() {
        History history = history("""
                T0 s0 @1000000..2000000 a1=1
                T1 s0 @4900000000..4950000000 a1=2
                T2 s2 @9100000000..9200000000 r1=[1]
                T3 s3 @9100000000..9300000000 r1=[1]
                """);

        Suspects suspects = Suspects.ofLoss(Durability.of(history));

        assertThat(suspects.faults()).extracting(FaultEvent::fault).containsExactly("failover");
        assertThat(suspects.until()).isEqualTo(Duration.ofSeconds(5));
    }

    /** A cluster that elects does so because of a fault that was injected. */
    @Test
    void aFailoverOfTheClustersOwnNamesTheFaultsThatWereThere() {
        var history = new HistoryBuilder(RunHeader.NONE);
        History written = HistoryNotation.parse("""
                T0 s0 @1500000000..1600000000 a1=1
                T1 s2 @9100000000..9200000000 r1=[]
                """);
        for (int txn = 0; txn < written.txnCount(); txn++) {
            history.add(written.txn(txn));
        }
        List.of(
                        at(500, Phase.INJECTED, "pause", "n3"),
                        at(600, Phase.HEALED, "pause", "n3"),
                        at(1_000, Phase.INJECTED, "partition", "isolated n1"),
                        at(3_000, Phase.INJECTED, "slow", "n3"),
                        at(3_500, Phase.HEALED, "slow", "n3"),
                        at(4_000, Phase.INJECTED, "failover", "from n1 to n2, by itself"),
                        at(4_000, Phase.HEALED, "failover", "from n1 to n2, by itself"),
                        at(5_000, Phase.HEALED, "partition", "isolated n1"),
                        at(9_000, Phase.INJECTED, Durability.FINAL_READS, "n1 n2"),
                        at(9_500, Phase.HEALED, Durability.FINAL_READS, "n1 n2"))
                .forEach(history::fault);

        Suspects suspects = Suspects.ofLoss(Durability.of(history.build()));

        assertThat(suspects.faults()).extracting(FaultEvent::fault).containsExactly("partition");
        assertThat(suspects.until()).isEqualTo(Duration.ofSeconds(4));
    }

    @Test
    void anAnomalyNamesTheFaultsThatWereThereOrTheLastBefore() {
        History history = history("""
                T0 s0 @1500000000..1600000000 a1=1
                T1 s0 @2500000000..2600000000 a1=2
                """);

        assertThat(Suspects.ofTxns(history, List.of(0)).faults())
                .extracting(FaultEvent::fault)
                .containsExactly("pause");
        assertThat(Suspects.ofTxns(history, List.of(1)).faults())
                .as("the last one before")
                .extracting(FaultEvent::fault)
                .containsExactly("pause");
        assertThat(Suspects.ofTxns(history, List.of(0, 1)).until()).isEqualTo(Duration.ofMillis(2_600));
    }

    @Test
    void whereNothingIsLostNothingIsNamed() {
        assertThat(Suspects.ofLoss(Durability.of(history("T0 s0 @1000000..2000000 a1=1\n"))))
                .isEqualTo(Suspects.NONE);
    }
}
