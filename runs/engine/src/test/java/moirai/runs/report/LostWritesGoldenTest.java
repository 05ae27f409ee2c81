package moirai.runs.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import moirai.analysis.durability.Durability;
import moirai.analysis.validation.LevelChecker;
import moirai.generators.Workload;
import moirai.history.FaultEvent;
import moirai.history.FaultEvent.Phase;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.HistoryNotation;
import moirai.history.Outcome;
import moirai.history.RunHeader;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.runs.EvidenceRule;
import moirai.runs.ExitCode;
import moirai.runs.Judgement;
import moirai.testing.Golden;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The texts for users about registers, sets, counters and accounts after faults are compared with stored ones. */
class LostWritesGoldenTest {

    private static final String BANK = "bank key-count=3 read-share=0.5 max-amount=5 total=10 negative-balances=false";

    private static final List<FaultEvent> FAULTS = List.of(
            new FaultEvent(1_700_000_000, Phase.INJECTED, "failover", "n2"),
            new FaultEvent(2_000_000_000, Phase.HEALED, "failover", "n2"),
            new FaultEvent(9_000_000_000L, Phase.INJECTED, Durability.FINAL_READS, "n1 n2"),
            new FaultEvent(9_400_000_000L, Phase.HEALED, Durability.FINAL_READS, "n1 n2"));

    private static final String REGISTERS = """
            T0 s0 @1000000..2000000 w1=1
            T1 s0 @1400000000..1500000000 w1=2 w2=1
            T2 s1 @2100000000..2250000000 w2=2
            T3 s2 @9100000000..9200000000 r1=1 r2=2
            T4 s3 @9100000000..9300000000 r1=1 r2=2
            """;

    private static final String SETS = """
            T0 s0 @1000000..2000000 e1=1
            T1 s0 @1400000000..1500000000 e1=2
            T2 s1 info:08006 @1400000000..1500000000 e1=3
            T3 s2 @9100000000..9200000000 r1={1 3}
            T4 s3 @9100000000..9300000000 r1={1}
            """;

    private static final String COUNTERS = """
            T0 s0 @1000000..2000000 i1=1
            T1 s0 @1400000000..1500000000 i1=2 i2=5
            T2 s1 @2100000000..2250000000 i2=3
            T3 s2 @9100000000..9200000000 c1=1 c2=3
            T4 s3 @9100000000..9300000000 c1=1 c2=3
            """;

    private static final String ACCOUNTS = """
            T0 s0 @1000000..2000000 c0=4 i0=-1 i1=1
            T1 s0 @1400000000..1500000000 c0=3 i0=-2 i2=2
            T2 s2 @9100000000..9200000000 c0=3 c1=4 c2=3
            T3 s3 @9100000000..9300000000 c0=3 c1=4 c2=3
            """;

    @Test
    void aLostWriteIsToldWithWhatIsThereInstead() {
        Judgement judgement = judge("register", REGISTERS, FAULTS);

        assertThat(judgement.exitCode()).isEqualTo(ExitCode.INVALID);
        Golden.assertMatches("lost-writes.txt", VerdictText.of(judgement, header("register")));
    }

    @Test
    void lostAndRecoveredElementsOfSetsAreTold() {
        Golden.assertMatches("lost-adds.txt", VerdictText.of(judge("set", SETS, FAULTS), header("set")));
    }

    @Test
    void wrongSumsOfCountersAreTold() {
        Golden.assertMatches(
                "lost-increments.txt", VerdictText.of(judge("counter", COUNTERS, FAULTS), header("counter")));
    }

    @Test
    void wrongBalancesAreTold() {
        Golden.assertMatches("lost-balance-changes.txt", VerdictText.of(judge(BANK, ACCOUNTS, FAULTS), header(BANK)));
    }

    /** What is not proven is not called durable in more words than hold. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            register | T0 s0 @1..2 w1=1           | r1=1     | of 1 acknowledged write none is proven to be lost
            set      | T0 s0 @1..2 e1=1           | r1={1}   | all 1 acknowledged add are in the final reads
            counter  | T0 s0 @1..2 i1=1           | c1=1     | sums that 1 acknowledged increment explain
            """)
    void whatWasKeptIsSaidForEachWorkload(String workload, String writes, String reads, String words) {
        String text = writes + "\nT1 s1 @9100000000..9200000000 " + reads;

        assertThat(VerdictText.of(judge(workload, text, FAULTS), header(workload))
                        .replaceAll("\\s+", " "))
                .contains("durable " + (words.startsWith("sums") ? "the final reads are " : "") + words);
    }

    /** The process was killed before its final reads were due. */
    @Test
    void aVerdictWithoutFinalReadsSaysThatDurabilityWasNotChecked() {
        Judgement judgement = judge("append", "T0 s0 @1000000..2000000 a1=1", FAULTS.subList(0, 2));

        assertThat(judgement.exitCode()).isEqualTo(ExitCode.VALID);
        assertThat(VerdictText.line(judgement)).endsWith(" · durability not checked");
        assertThat(VerdictText.of(judgement, header("append")).replaceAll("\\s+", " "))
                .contains("durable not checked: the run ended before its final reads");
    }

    /** Reads of accounts show balances, and not counters. */
    @Test
    void whyABankIsUndecidedIsToldInItsWords() {
        String open = "T0 s0 @1..2 c0=9 c1=9\nT1 s1 @1..2 i0=-1 i1=1";

        assertThat(judge(BANK, open, List.of()).findings().doubts().values())
                .isNotEmpty()
                .noneMatch(why -> why.contains("counters"));
    }

    /** The balances with which accounts begin are those that the workload gives them. */
    @ParameterizedTest
    @CsvSource({"2, 10", "3, 10", "7, 100", "10, 9", "12, 1000"})
    void accountsBeginWithTheBalancesOfTheWorkload(int accounts, int total) {
        Workload bank = Workload.parse("bank key-count=" + accounts + " total=" + total);
        List<Integer> balances = bank.balances();

        assertThat(afterTransfers(bank, balances, 1).isBroken()).isFalse();
        assertThat(afterTransfers(bank, balances, 0).losses().sums()).hasSize(2);
    }

    /** Judges an acknowledged transfer from the last account to the first of which this much is there. */
    private static Durability afterTransfers(Workload bank, List<Integer> balances, int there) {
        int last = balances.size() - 1;
        var builder = new HistoryBuilder(header(bank.toString()))
                .increment(last, -1)
                .increment(0, 1)
                .end(0, new Outcome.Committed(), 1, 2);
        IntStream.rangeClosed(0, last)
                .forEach(account -> builder.readCounter(
                        account, balances.get(account) + (account == 0 ? there : account == last ? -there : 0)));
        builder.end(1, new Outcome.Committed(), 9_100_000_000L, 9_200_000_000L);
        FAULTS.forEach(builder::fault);
        return Durability.of(builder.build());
    }

    private static RunHeader header(String workload) {
        return new RunHeader(
                new Seed(7),
                workload,
                "serializable",
                "serializable",
                "PostgreSQL 18.6, 3 nodes, replication async",
                Instant.EPOCH);
    }

    private static Judgement judge(String workload, String text, List<FaultEvent> faults) {
        History plain = HistoryNotation.parse(text);
        var builder = new HistoryBuilder(header(workload));
        for (int txn = 0; txn < plain.txnCount(); txn++) {
            builder.add(plain.txn(txn));
        }
        faults.forEach(builder::fault);
        return Judgement.of(builder.build(), new LevelChecker(), IsolationLevel.SERIALIZABLE, EvidenceRule.NONE);
    }
}
