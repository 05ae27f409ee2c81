package moirai.analysis.validation;

import static moirai.history.level.IsolationLevel.CAUSAL;
import static moirai.history.level.IsolationLevel.READ_COMMITTED;
import static moirai.history.level.IsolationLevel.READ_UNCOMMITTED;
import static moirai.history.level.IsolationLevel.SERIALIZABLE;
import static moirai.history.level.IsolationLevel.STRICT_SERIALIZABLE;
import static moirai.history.level.IsolationLevel.STRONG_SESSION_SERIALIZABLE;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.StringJoiner;
import java.util.stream.Stream;
import moirai.analysis.Anomaly;
import moirai.analysis.Attribution;
import moirai.analysis.Findings;
import moirai.analysis.Verdict;
import moirai.analysis.axioms.StepBudget;
import moirai.analysis.explanation.Explainer;
import moirai.analysis.explanation.ExplanationText;
import moirai.analysis.shrinking.HistoryShrinker;
import moirai.analysis.shrinking.Symptom;
import moirai.history.History;
import moirai.history.HistoryNotation;
import moirai.history.level.IsolationLevel;
import org.junit.jupiter.api.Test;

/** Histories of registers in which several transactions wrote one value to a key. */
class RepeatedValuesLevelsTest {

    private static Verdict check(String history, IsolationLevel level) {
        return new LevelChecker().check(HistoryNotation.parse(history), level);
    }

    @Test
    void historyKeepsToALevelIfItDoesUnderSomeAttribution() {
        String history = """
                T0 s0 @0..1 w1=7
                T1 s1 @2..3 w1=8
                T2 s0 @4..5 w1=7
                T3 s1 @6..7 r1=7
                """;

        assertThat(check(history, STRICT_SERIALIZABLE)).isInstanceOf(Verdict.Pass.class);
        assertThat(check(history, READ_COMMITTED)).isInstanceOf(Verdict.Pass.class);
        assertThat(check(history, READ_UNCOMMITTED)).isInstanceOf(Verdict.Pass.class);
    }

    /** Four values in turn, written and read by sessions that overlap; {@code wrong} is what one read returns. */
    private static History rounds(int rounds, String wrong) {
        var lines = new StringJoiner("\n");
        for (int round = 0; round < rounds; round++) {
            long at = 100L * round;
            String value = String.valueOf(round % 4);
            lines.add("T%s s0 @%s..%s w1=%s".formatted(3 * round, at, at + 20, value));
            lines.add("T%s s1 @%s..%s r1=%s".formatted(3 * round + 1, at + 10, at + 30, value));
            lines.add("T%s s2 @%s..%s r1=%s"
                    .formatted(
                            3 * round + 2, at + 40, at + 50, round == rounds - 5 && !wrong.isEmpty() ? wrong : value));
        }
        return HistoryNotation.parse(lines + "\n");
    }

    /** The search over all reads would need a choice for each; key by key, time decides. */
    @Test
    void longHistoryOfFewValuesIsLinearizable() {
        Findings found = new LevelChecker().analyze(rounds(2_000, ""), STRICT_SERIALIZABLE);

        assertThat(found.at(STRICT_SERIALIZABLE)).isInstanceOf(Verdict.Pass.class);
    }

    /** Whose answer never came may have written what was read: it belongs to what the proof is about. */
    @Test
    void writerOfUnknownOutcomeIsShown() {
        String begin = HistoryNotation.format(rounds(100, ""));
        History history = HistoryNotation.parse(begin + """
                T300 s3 info @20000..20005 w1=0
                T301 s0 @20010..20020 w1=1
                T302 s1 @20030..20040 r1=0
                T303 s1 @20050..20060 r1=1
                """);
        Findings found = new LevelChecker().analyze(history, STRICT_SERIALIZABLE);

        assertThat(found.at(STRICT_SERIALIZABLE)).isInstanceOf(Verdict.Fail.class);
        assertThat(found.forbiddenAt(STRICT_SERIALIZABLE).getFirst().txns()).contains(300, 303);
    }

    /** The value was there a round before, and many rounds before that. */
    @Test
    void staleReadOfARepeatedValueIsShownByFewTransactions() {
        History history = rounds(300, String.valueOf((300 - 6) % 4));
        Findings found = new LevelChecker().analyze(history, STRICT_SERIALIZABLE);

        assertThat(found.at(STRICT_SERIALIZABLE)).isInstanceOf(Verdict.Fail.class);
        Anomaly anomaly = found.forbiddenAt(STRICT_SERIALIZABLE).getFirst();
        assertThat(anomaly.txns()).contains(3 * 295 + 2).hasSizeLessThan(8);
        assertThat(new ExplanationText(new Explainer(history, List.of(anomaly)).explain(anomaly)).text())
                .contains("Each order of these transactions that keeps their times was tried");
    }

    /** Whoever set a flag, it is set; a serial order of the rest does not say when somebody has to have set it. */
    @Test
    void flagsThatManySetAreDecidedInAnyOrderOfLines() {
        var random = new Random(1);
        List<List<String>> sessions = Stream.generate(() -> (List<String>) new ArrayList<String>())
                .limit(8)
                .toList();
        boolean[] isSet = new boolean[60];
        for (int txn = 0; txn < 800; txn++) {
            var ops = new StringJoiner(" ");
            for (int op = 0; op < 4; op++) {
                int flag = Math.min(isSet.length - 1, txn * isSet.length / 800 + random.nextInt(4));
                boolean sets = random.nextInt(4) == 0;
                ops.add(sets ? "w" + flag + "=1" : "r" + flag + "=" + (isSet[flag] ? "1" : "nil"));
                isSet[flag] |= sets;
            }
            sessions.get(random.nextInt(8)).add(ops.toString());
        }
        var lines = new StringJoiner("\n");
        int line = 0;
        for (int session = 0; session < sessions.size(); session++) {
            for (String ops : sessions.get(session)) {
                lines.add("T" + line++ + " s" + session + " " + ops);
            }
        }

        assertThat(new LevelChecker(Engine.AUTO, new StepBudget(20_000_000))
                        .check(HistoryNotation.parse(lines.toString()), STRONG_SESSION_SERIALIZABLE))
                .isInstanceOf(Verdict.Pass.class);
    }

    /** T3 cannot have read from T2, which reads from it; so it read from T0, which T1 had overwritten for it. */
    private static final String STALE = """
            T0 s0 w1=7
            T1 s1 r1=7 w1=8 w2=1
            T2 s2 r3=5 w1=7
            T3 s3 r2=1 r1=7 w3=5
            """;

    @Test
    void historyBreaksALevelIfItDoesUnderEachAttribution() {
        assertThat(check(STALE, STRONG_SESSION_SERIALIZABLE)).isInstanceOf(Verdict.Fail.class);
        assertThat(check(STALE, CAUSAL)).isInstanceOf(Verdict.Fail.class);
        assertThat(check(STALE, READ_COMMITTED)).isInstanceOf(Verdict.Pass.class);
        assertThat(new LevelChecker(Engine.AXIOMS, StepBudget.DEFAULT).check(HistoryNotation.parse(STALE), CAUSAL))
                .isInstanceOf(Verdict.Fail.class);
    }

    @Test
    void refutationSaysWhatItSupposes() {
        History history = HistoryNotation.parse(STALE);
        Findings findings = new LevelChecker().analyze(history, STRONG_SESSION_SERIALIZABLE);
        Anomaly.NoCommitOrder found = (Anomaly.NoCommitOrder)
                findings.forbiddenAt(STRONG_SESSION_SERIALIZABLE).getFirst();

        assertThat(found.attributions().supposed()).hasSize(1).first().satisfies(supposed -> {
            assertThat(supposed.reader()).isEqualTo(3);
            assertThat(supposed.writers()).containsExactly(0, 2);
        });
        assertThat(found.attributions().supposed())
                .extracting(Attribution::readOp)
                .allMatch(op -> history.isValueRead(op));
        String text = new ExplanationText(new Explainer(history, List.of(found)).explain(found)).text();
        assertThat(text)
                .contains("T3 read key 1 as 7, which T0 and T2 wrote. Suppose it read that of T")
                .contains("sets of suppositions were refuted, and each way contains one of them");
    }

    @Test
    void refutationCanBeShrunk() {
        var history = HistoryNotation.parse(STALE + "T4 s4 r9=nil w9=1\nT5 s0 w1=9 w8=1\n");
        var checker = new LevelChecker();
        Anomaly found = checker.analyze(history, CAUSAL).forbiddenAt(CAUSAL).getFirst();

        var shrunk = HistoryShrinker.shrink(
                        history, new Symptom.Forbidden(found.phenomenon(), CAUSAL, checker), found.txns())
                .orElseThrow();

        assertThat(shrunk.txns()).containsExactly(0, 1, 2, 3);
        assertThat(checker.check(shrunk.history(), CAUSAL)).isInstanceOf(Verdict.Fail.class);
    }

    @Test
    void whatIsNotOpenBreaksALevelByItself() {
        String history = """
                T0 s0 w1=7
                T1 s1 w1=7
                T2 s2 r1=7
                T3 s3 r5=nil w6=1
                T4 s4 r6=nil w5=1
                """;
        Findings findings = new LevelChecker().analyze(HistoryNotation.parse(history), SERIALIZABLE);

        assertThat(findings.forbiddenAt(SERIALIZABLE))
                .isNotEmpty()
                .allSatisfy(anomaly -> assertThat(anomaly.txns()).containsExactlyInAnyOrder(3, 4));
    }

    @Test
    void valueThatAllItsWritersOverwroteIsIntermediateWhoeverWroteIt() {
        String history = """
                T0 s0 w1=7 w1=8
                T1 s1 w1=7 w1=9
                T2 s2 r1=7
                """;

        assertThat(check(history, READ_COMMITTED)).isInstanceOf(Verdict.Fail.class);
        assertThat(check(history, READ_UNCOMMITTED)).isInstanceOf(Verdict.Pass.class);
    }

    /** T1 took effect if T2 read from it, and then it read from an aborted transaction; so T2 read from T0. */
    @Test
    void writerOfUnknownOutcomeIsNotReadFromIfItsOwnReadsForbidIt() {
        String history = """
                T0 s0 w1=7
                T1 s1 info r3=1 w1=7
                T2 s2 r1=7
                T3 s3 fail w3=1
                """;

        assertThat(check(history, READ_COMMITTED)).isInstanceOf(Verdict.Pass.class);
    }

    /** T1 overwrites itself what it wrote, so T0 took effect, and it missed its own write. */
    @Test
    void transactionThatTookEffectForCertainIsToBlameItself() {
        String history = """
                T0 s0 info w1=7 r1=5
                T1 s1 r1=7 w1=7
                T2 s1 w1=5
                """;

        assertThat(new LevelChecker()
                        .analyze(HistoryNotation.parse(history), SERIALIZABLE)
                        .forbiddenAt(SERIALIZABLE))
                .contains(new Anomaly.InternalInconsistency(0, 1, true));
    }

    @Test
    void endOfTheBudgetIsUnknownAndNamesTheOption() {
        var few = new LevelChecker(Engine.AUTO, new StepBudget(20));

        assertThat(few.check(HistoryNotation.parse(STALE), STRONG_SESSION_SERIALIZABLE))
                .isInstanceOfSatisfying(
                        Verdict.Undecided.class,
                        verdict -> assertThat(verdict.reason())
                                .contains("which of them each read from")
                                .contains("--max-steps"));
    }
}
