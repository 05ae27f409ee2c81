package moirai.analysis.counters;

import static org.assertj.core.api.Assertions.assertThat;

import moirai.analysis.Anomaly;
import moirai.analysis.Checker;
import moirai.analysis.Findings;
import moirai.analysis.Verdict;
import moirai.analysis.explanation.Explainer;
import moirai.analysis.explanation.ExplanationText;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.HistoryNotation;
import moirai.history.RunHeader;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;
import org.junit.jupiter.api.Test;

/** Tests what makes counters accounts, and what then has to hold. */
class BankTest {

    private static final Checker OF_BANK = new CounterChecker(BankRules.DEFAULT.of(true));
    private static final Checker OF_OVERDRAWN =
            new CounterChecker(BankRules.DEFAULT.of(true).withNegativeBalances());

    private static final String OVERDRAWN = """
            T0 s0 @0..1 c1=3 c2=10
            T1 s1 @2..3 i1=-5 i2=5
            T2 s2 @4..5 c1=-2 c2=15
            """;

    private static Verdict strict(Checker checker, String text) {
        return checker.check(HistoryNotation.parse(text), IsolationLevel.STRICT_SERIALIZABLE);
    }

    private static History recorded(String workload, String text) {
        var builder = new HistoryBuilder(RunHeader.NONE.meaning(workload));
        History history = HistoryNotation.parse(text);
        for (int txn = 0; txn < history.txnCount(); txn++) {
            builder.add(history.txn(txn));
        }
        return builder.build();
    }

    /** Balances that begin anywhere would excuse the 99. */
    @Test
    void countersAreNoAccountsUnlessSomebodySaysSo() {
        String text = """
                T0 s0 @0..1 i1=5 i2=-5
                T1 s1 @2..3 c1=99
                """;

        assertThat(new CounterChecker().analyze(HistoryNotation.parse(text)).phenomena())
                .containsExactly(Phenomenon.GARBAGE_READ);
        assertThat(strict(OF_BANK, text)).isInstanceOf(Verdict.Pass.class);
    }

    /** Each value by itself is a sum of whole increments. */
    @Test
    void countersBetweenWhichAmountsAreMovedSumToZero() {
        Findings findings = new CounterChecker().analyze(HistoryNotation.parse("""
                T0 s0 @0..9 i1=5 i2=-5
                T1 s1 @0..9 c1=5 c2=0
                """));

        assertThat(findings.anomalies()).containsExactly(new Anomaly.WrongTotal(1, 5, 0));
    }

    @Test
    void transferFromAnAccountToItselfSaysNothing() {
        assertThat(strict(OF_BANK, """
                        T0 s0 @1..2 c0=10 c1=5
                        T1 s0 @3..4 i0=-3 i1=3
                        T2 s0 @5..6 i1=-3 i1=3
                        T3 s0 @7..8 c0=7 c1=8
                        """)).isInstanceOf(Verdict.Pass.class);
    }

    /** The search takes T0 before T1 first, which makes the balance of 0 another one, and must not remember that. */
    @Test
    void orderIsFoundFromOtherBalancesThanThoseTriedFirst() {
        assertThat(strict(OF_OVERDRAWN, """
                        T0 s0 @2..2 c0=2
                        T1 s1 @0..3 i1=-2 i0=2
                        T2 s1 @4..4 c0=2 c1=-2
                        """)).isInstanceOf(Verdict.Pass.class);
    }

    /** Balances of 0 must not be taken for transactions that were done. */
    @Test
    void orderIsFoundFromOtherBalancesThanZero() {
        assertThat(strict(OF_BANK, """
                        T0 s0 @3..7 i1=-2 i1=2
                        T1 s1 @0..3 c0=0 c1=0
                        T2 s2 @2..4 i1=-2 i0=2
                        T3 s0 @8..10 c0=0 c1=0
                        T4 s0 @12..12 c0=0 c1=0
                        """)).isInstanceOf(Verdict.Pass.class);
    }

    @Test
    void sumThatChangesRefutesABank() {
        assertThat(new CounterChecker().analyze(HistoryNotation.parse("""
                                T0 s0 @1..2 c0=10 c1=5
                                T1 s0 @3..4 i0=-3 i1=3
                                T2 s0 @5..6 i1=-3 i0=4
                                """)).phenomena())
                .containsExactly(Phenomenon.GARBAGE_READ);
    }

    @Test
    void countersThatMirrorEachOtherMayBeNegativeUnlessSomebodyCallsThemAccounts() {
        String mirrored = """
                T0 s0 @1..2 i1=1 i2=-1
                T1 s1 @3..4 i1=1 i2=-1
                T2 s2 @5..6 c1=2 c2=-2
                """;

        assertThat(strict(new CounterChecker(), mirrored)).isInstanceOf(Verdict.Pass.class);
        assertThat(strict(OF_BANK, mirrored)).isInstanceOf(Verdict.Fail.class);
        assertThat(new CounterChecker().analyze(recorded("bank", mirrored)).phenomena())
                .containsExactly(Phenomenon.NEGATIVE_VALUE);
    }

    @Test
    void readsAloneAreOfABankIfTheirFileSaysSo() {
        String reads = """
                T0 s0 @1..2 c0=10 c1=5
                T1 s0 @3..4 c0=10 c1=5
                """;

        assertThat(new CounterChecker().check(recorded("bank", reads), IsolationLevel.STRICT_SERIALIZABLE))
                .isInstanceOf(Verdict.Pass.class);
        assertThat(strict(new CounterChecker(), reads)).isInstanceOf(Verdict.Fail.class);
    }

    @Test
    void whatIsGivenReplacesWhatIsRecordedRuleByRule() {
        History history = recorded("bank total=13 negative-balances=true", OVERDRAWN);

        assertThat(new CounterChecker(BankRules.DEFAULT.withTotal(20))
                        .analyze(history)
                        .phenomena())
                .containsExactly(Phenomenon.WRONG_TOTAL);
        assertThat(new CounterChecker(BankRules.DEFAULT.withTotal(13))
                        .analyze(history)
                        .phenomena())
                .isEmpty();
        assertThat(new CounterChecker(BankRules.DEFAULT.withNegativeBalances())
                        .analyze(recorded("bank total=20", OVERDRAWN))
                        .phenomena())
                .containsExactly(Phenomenon.WRONG_TOTAL);
    }

    /** One read of a key that is no account, and one without a balance, leave the wrong total of T2 what it is. */
    @Test
    void oddReadIsReportedAndSilencesNothing() {
        History history = recorded("bank", """
                T0 s0 @0..1 c1=10 c2=10
                T1 s1 @2..9 i1=-5 i2=5
                T2 s2 @2..9 c1=5 c2=10
                T3 s0 @10..11 c1=5 c2=15
                T4 s0 @12..13 c1=5 c2=15 c3=7
                T5 s0 @14..15 c1=5 r2=?
                """);

        Findings findings = new CounterChecker().analyze(history);

        assertThat(findings.anomalies())
                .contains(
                        new Anomaly.WrongTotal(2, 15, 20),
                        new Anomaly.OddBalance(4, history.firstOp(4) + 2),
                        new Anomaly.OddBalance(5, history.firstOp(5) + 1));
        assertThat(text(history, new Anomaly.OddBalance(4, history.firstOp(4) + 2)))
                .contains("T4 read all accounts, and key 3 as 7 among them");
        assertThat(text(history, new Anomaly.OddBalance(5, history.firstOp(5) + 1)))
                .contains("and of key 2 no balance");
    }

    /** A read may ask for a counter that is no account; that proves nothing if nobody said what accounts are. */
    @Test
    void oddReadOfWhatMayBeABankSilencesNothingEither() {
        Findings findings = new CounterChecker().analyze(HistoryNotation.parse("""
                T0 s1 @2..9 i1=-5 i2=5
                T1 s2 @2..9 c1=-5 c2=0
                T2 s0 @10..11 c1=-5 c2=5
                T3 s0 @12..13 c1=-5 c2=5 c3=0
                """));

        assertThat(findings.phenomena()).containsExactly(Phenomenon.WRONG_TOTAL);
    }

    @Test
    void ofTwoWordsInARecipeTheFirstCounts() {
        assertThat(BankRules.recorded("counter bank total=3").accounts()).isEqualTo(BankRules.Accounts.DENIED);
        assertThat(BankRules.recorded("bank counter total=3").accounts()).isEqualTo(BankRules.Accounts.TOLD);
        assertThat(BankRules.recorded("append").accounts()).isEqualTo(BankRules.Accounts.UNSAID);
    }

    private static String text(History history, Anomaly anomaly) {
        return new ExplanationText(new Explainer(history).explain(anomaly)).text();
    }
}
