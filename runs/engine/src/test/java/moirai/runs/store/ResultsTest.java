package moirai.runs.store;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import moirai.analysis.Verdict;
import moirai.analysis.durability.Durability;
import moirai.analysis.listappend.ListAppendChecker;
import moirai.history.FaultEvent;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.HistoryNotation;
import moirai.history.Outcome;
import moirai.history.RunHeader;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.runs.EvidenceRule;
import moirai.runs.Judgement;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

class ResultsTest {

    /** Serializable holds, as T2 can stand before T1, but append 2 is lost. */
    @Test
    void aRunThatOnlyLostAppendsIsNotValid() {
        History history = history("""
                T0 s0 @1000000..2000000 r1=[] a1=1
                T1 s0 @3000000..4000000 a1=2
                T2 s2 @9100000000..9200000000 r1=[1]
                """);
        Judgement judgement = judged(history);

        assertThat(judgement.verdict()).isInstanceOf(Verdict.Pass.class);
        assertThat(Results.of(history, judgement))
                .containsEntry("valid?", false)
                .containsEntry("lost-count", 1L);
    }

    @Test
    void aRunThatLostNothingIsValid() {
        History history = history("""
                T0 s0 @1000000..2000000 r1=[] a1=1
                T1 s0 @3000000..4000000 a1=2
                T2 s2 @9100000000..9200000000 r1=[1 2]
                """);
        Judgement judgement = judged(history);

        assertThat(Results.of(history, judgement)).containsEntry("valid?", true).containsEntry("lost-count", 0L);
    }

    /**
     * The history has ten lost updates, of which eight are stored: the fingerprint counts all, with the fault beside
     * the last two.
     */
    @Test
    void aFingerprintCountsTheWholeRunAndNotTheWitnesses() {
        var builder = new HistoryBuilder(
                new RunHeader(new Seed(1), "append", "read-committed", "serializable", "PostgreSQL", Instant.EPOCH));
        for (int key = 0; key < 10; key++) {
            long start = key * 100L;
            builder.read(key, new int[0], 0).append(key, 1).end(0, new Outcome.Committed(), start, start + 10);
            builder.read(key, new int[0], 0).append(key, 2).end(1, new Outcome.Committed(), start, start + 20);
            builder.read(key, new int[] {1, 2}, 2).end(2, new Outcome.Committed(), start + 30, start + 40);
        }
        builder.fault(new FaultEvent(815, FaultEvent.Phase.INJECTED, "kill", "n1"));
        builder.fault(new FaultEvent(905, FaultEvent.Phase.HEALED, "kill", "n1"));
        History history = builder.build();

        Map<String, Object> results = Results.of(history, judged(history));

        assertThat(((Map<?, ?>) requireNonNull(results.get("anomalies"))).get("lost-update"))
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .hasSize(8);
        Map<?, ?> fingerprints = (Map<?, ?>) requireNonNull(results.get("fingerprints"));
        Object lostUpdate = fingerprints.keySet().stream()
                .filter(key -> String.valueOf(key).matches("[0-9a-f]{4}-lost-update"))
                .findAny()
                .orElseThrow();
        assertThat(fingerprints.get(lostUpdate))
                .isEqualTo(Map.of(
                        "phenomenon",
                        "lost-update",
                        "count",
                        10,
                        "at-least?",
                        false,
                        "first-nanos",
                        20L,
                        "last-nanos",
                        920L,
                        "faults",
                        Map.of("kill n1", 2)));
    }

    /** Returns the history with final reads from 9 s on. */
    private static History history(String text) {
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
        return builder.build();
    }

    private static Judgement judged(History history) {
        return Judgement.of(history, new ListAppendChecker(), IsolationLevel.SERIALIZABLE, EvidenceRule.NONE);
    }
}
