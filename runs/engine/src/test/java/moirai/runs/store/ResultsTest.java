package moirai.runs.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import moirai.analysis.IsolationLevel;
import moirai.analysis.Verdict;
import moirai.analysis.durability.Durability;
import moirai.analysis.listappend.ListAppendChecker;
import moirai.history.FaultEvent;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.HistoryNotation;
import moirai.history.RunHeader;
import moirai.history.Seed;
import moirai.runs.EvidenceRule;
import moirai.runs.Judgement;
import org.junit.jupiter.api.Test;

class ResultsTest {

    /** Serializable holds, as T2 can stand before T1. All the same 2 is gone. */
    @Test
    void aRunThatOnlyLostAppendsIsNotValid() {
        Judgement judgement = judged("""
                T0 s0 @1000000..2000000 r1=[] a1=1
                T1 s0 @3000000..4000000 a1=2
                T2 s2 @9100000000..9200000000 r1=[1]
                """);

        assertThat(judgement.verdict()).isInstanceOf(Verdict.Pass.class);
        assertThat(Results.of(judgement)).containsEntry("valid?", false).containsEntry("lost-count", 1L);
    }

    @Test
    void aRunThatLostNothingIsValid() {
        Judgement judgement = judged("""
                T0 s0 @1000000..2000000 r1=[] a1=1
                T1 s0 @3000000..4000000 a1=2
                T2 s2 @9100000000..9200000000 r1=[1 2]
                """);

        assertThat(Results.of(judgement)).containsEntry("valid?", true).containsEntry("lost-count", 0L);
    }

    /** Judged at serializable, with final reads from 9 s on. */
    private static Judgement judged(String text) {
        History parsed = HistoryNotation.parse(text);
        var builder = new HistoryBuilder(
                new RunHeader(new Seed(1), "append", "serializable", "serializable", "PostgreSQL 18.6", Instant.EPOCH));
        for (int txn = 0; txn < parsed.txnCount(); txn++) {
            builder.add(parsed.txn(txn));
        }
        List.of(
                        new FaultEvent(9_000_000_000L, FaultEvent.Phase.INJECTED, Durability.FINAL_READS, "n1"),
                        new FaultEvent(9_400_000_000L, FaultEvent.Phase.HEALED, Durability.FINAL_READS, "n1"))
                .forEach(builder::fault);
        return Judgement.of(builder.build(), new ListAppendChecker(), IsolationLevel.SERIALIZABLE, EvidenceRule.NONE);
    }
}
