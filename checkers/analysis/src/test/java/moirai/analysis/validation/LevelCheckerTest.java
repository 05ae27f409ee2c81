package moirai.analysis.validation;

import static moirai.history.level.IsolationLevel.READ_COMMITTED;
import static moirai.history.level.IsolationLevel.READ_UNCOMMITTED;
import static moirai.history.level.IsolationLevel.READ_YOUR_WRITES;
import static moirai.history.level.IsolationLevel.SERIALIZABLE;
import static moirai.history.level.IsolationLevel.SNAPSHOT_ISOLATION;
import static moirai.history.level.IsolationLevel.STRICT_SERIALIZABLE;
import static moirai.history.level.IsolationLevel.STRONG_SESSION_SERIALIZABLE;
import static moirai.history.level.IsolationLevel.STRONG_SNAPSHOT_ISOLATION;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Set;
import moirai.analysis.Verdict;
import moirai.analysis.axioms.StepBudget;
import moirai.analysis.registers.Assumption;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.HistoryNotation;
import moirai.history.Outcome;
import moirai.history.RunHeader;
import moirai.history.level.Phenomenon;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

class LevelCheckerTest {

    /** Read uncommitted forbids reads of what nobody wrote, so it may not pass where records of writes are lost. */
    @Test
    void valueWhoseWriteMayBeLostLeavesReadUncommittedUndecided() {
        var history = new HistoryBuilder(RunHeader.NONE)
                .readValue(1, 5)
                .end(0, new Outcome.Committed(), 0, 0)
                .build(false);
        var checker = new LevelChecker();

        assertThat(checker.analyze(history, READ_UNCOMMITTED).at(READ_UNCOMMITTED))
                .isInstanceOf(Verdict.Undecided.class);
        assertThat(checker.analyze(history, READ_COMMITTED).at(READ_COMMITTED)).isInstanceOf(Verdict.Undecided.class);
        assertThat(checker.analyze(history, READ_COMMITTED).strongestHolding()).isEmpty();
    }

    /**
     * The order of the session shows that T1 missed T0's write; only what the session did after T1 is unordered. The
     * axioms give T1 a session of its own then, but the cycle of the two is there all the same.
     */
    @Test
    void sessionThatGoesOnAfterAnUnknownOutcomeIsNoPassWhereItsOrderCounts() {
        String ended = """
                T0 s0 w1=7
                T1 s0 info r1=nil w2=5
                T2 s1 r2=5
                """;
        History goneOn = HistoryNotation.parse(ended + "T3 s0 r1=7\n");
        var checker = new LevelChecker();

        assertThat(checker.check(HistoryNotation.parse(ended), READ_YOUR_WRITES))
                .isInstanceOf(Verdict.Fail.class);
        assertThat(checker.check(goneOn, READ_YOUR_WRITES)).isInstanceOf(Verdict.Undecided.class);
        assertThat(new LevelChecker(Engine.AXIOMS, StepBudget.DEFAULT).check(goneOn, STRONG_SESSION_SERIALIZABLE))
                .isInstanceOf(Verdict.Undecided.class);
        assertThat(checker.check(goneOn, STRONG_SESSION_SERIALIZABLE)).isInstanceOf(Verdict.Fail.class);
        assertThat(checker.check(goneOn, SERIALIZABLE)).isInstanceOf(Verdict.Pass.class);
    }

    /** T2 saw T0's append to list 2 and missed that to list 1, whichever of T0 and T1 appended to list 1 first. */
    @Test
    void appendsOfSeveralThatNobodyReadComeAfterWhoMissedThemAll() {
        String missed = """
                T0 s0 a1=1 a2=1
                T1 s1 a1=2
                T2 s2 r2=[1] r1=[]
                """;
        var checker = new LevelChecker();

        assertThat(checker.check(HistoryNotation.parse(missed), SERIALIZABLE)).isInstanceOf(Verdict.Fail.class);
        assertThat(checker.check(HistoryNotation.parse(missed), READ_COMMITTED)).isInstanceOf(Verdict.Pass.class);
        assertThat(checker.check(HistoryNotation.parse(missed.replace("r2=[1]", "r2=[]")), STRICT_SERIALIZABLE))
                .isInstanceOf(Verdict.Pass.class);
    }

    @Test
    void appendsOfSeveralThatNobodyReadDoNotEndBeforeWhoMissedThem() {
        String late = """
                T0 s0 @0..1 a1=1
                T1 s1 @2..3 a1=2
                T2 s2 @%s r1=[]
                """;
        var checker = new LevelChecker();

        assertThat(checker.check(HistoryNotation.parse(late.formatted("4..5")), STRICT_SERIALIZABLE))
                .isInstanceOf(Verdict.Fail.class);
        assertThat(checker.check(HistoryNotation.parse(late.formatted("4..5")), STRONG_SESSION_SERIALIZABLE))
                .isInstanceOf(Verdict.Pass.class);
        assertThat(checker.check(HistoryNotation.parse(late.formatted("1..5")), STRICT_SERIALIZABLE))
                .isInstanceOf(Verdict.Pass.class);
    }

    /** One that reads and appends can come before all others who append; two cannot. */
    @Test
    void ofAppendsThatNobodyReadOneMayFollowAReadOfAllBeforeThem() {
        String one = """
                T0 s0 a1=1
                T1 s1 r1=[] a1=2
                """;
        var checker = new LevelChecker();

        assertThat(checker.check(HistoryNotation.parse(one), STRICT_SERIALIZABLE))
                .isInstanceOf(Verdict.Pass.class);
        assertThat(checker.check(HistoryNotation.parse(one + "T2 s2 r1=[] a1=3\n"), STRICT_SERIALIZABLE))
                .isInstanceOf(Verdict.Fail.class);
    }

    /** The order of the two appends is not known, but the scan came after both and found neither. */
    @Test
    void scanThatMissesTwoAppendsThatNobodyReadIsStale() {
        String missed = """
                T0 s0 @0..1 a3=1
                T1 s1 @2..3 a3=2
                T2 s2 @%s p1..9=0
                """;
        var checker = new LevelChecker();
        History stale = HistoryNotation.parse(missed.formatted("10..11"));

        assertThat(checker.check(stale, STRICT_SERIALIZABLE)).isInstanceOf(Verdict.Fail.class);
        assertThat(checker.check(stale, STRONG_SESSION_SERIALIZABLE)).isInstanceOf(Verdict.Pass.class);
        assertThat(checker.check(HistoryNotation.parse(missed.formatted("1..11")), STRICT_SERIALIZABLE))
                .isInstanceOf(Verdict.Pass.class);
    }

    /** Both scans miss the list, so each transaction begins before the other commits, and both append to it. */
    @Test
    void snapshotsOfTwoThatAppendWhatNeitherScanFoundHaveNoOrder() {
        History conflicting = HistoryNotation.parse("""
                T0 s0 p1..1=0 a1=1 a2=1
                T1 s1 p1..1=0 a1=2
                T2 s2 a2=3
                """);
        var cycles = new LevelChecker(Engine.CYCLES, StepBudget.DEFAULT);

        assertThat(cycles.check(conflicting, SNAPSHOT_ISOLATION)).isInstanceOf(Verdict.Undecided.class);
        assertThat(new LevelChecker().check(conflicting, SNAPSHOT_ISOLATION)).isInstanceOf(Verdict.Fail.class);
        assertThat(cycles.check(conflicting, SERIALIZABLE)).isInstanceOf(Verdict.Fail.class);
    }

    /** Write skew; in which order T0 and T2 appended to list 2 may be chosen so that nothing else is wrong. */
    @Test
    void snapshotsHoldByCyclesAloneWhereAnOrderOfWhatNobodyReadSuits() {
        History history = HistoryNotation.parse("""
                T0 s0 r3=[] a1=1 a2=1
                T1 s1 r1=[] a3=2
                T2 s2 r4=[] a2=3
                T3 s3 r2=[] a4=4
                """);
        var findings = new LevelChecker(Engine.CYCLES, StepBudget.DEFAULT).analyze(history, SNAPSHOT_ISOLATION);

        assertThat(findings.at(STRONG_SNAPSHOT_ISOLATION)).isInstanceOf(Verdict.Pass.class);
        assertThat(findings.phenomena()).containsExactly(Phenomenon.G2_ITEM);
    }

    @Test
    void listsWithoutTimesAreNotSaidToKeepToRealTime() {
        var history = new HistoryBuilder(RunHeader.NONE)
                .append(1, 7)
                .end(0, new Outcome.Committed(), 0, 0)
                .untimed()
                .build();
        var findings = new LevelChecker().analyze(history, STRICT_SERIALIZABLE);

        assertThat(findings.at(STRICT_SERIALIZABLE)).isInstanceOf(Verdict.Undecided.class);
        assertThat(findings.strongestHolding()).containsExactly(STRONG_SESSION_SERIALIZABLE);
    }

    /** The 5 that was read may be that of an increment whose record is lost. */
    @Test
    void sumOfACounterProvesNothingWhereRecordsOfIncrementsMayBeLost() {
        var history = new HistoryBuilder(RunHeader.NONE).readCounter(1, 5).end(0, new Outcome.Committed(), 0, 0);
        var checker = new LevelChecker();

        assertThat(checker.check(history.build(false), SERIALIZABLE)).isInstanceOf(Verdict.Undecided.class);
        assertThat(checker.check(history.build(), SERIALIZABLE)).isInstanceOf(Verdict.Fail.class);
    }

    /** Axioms would let pass what no order of versions allows that keeps to the assumption. */
    @Test
    void axiomsAloneAreNotAskedUnderAnAssumption() {
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> new LevelChecker(Engine.AXIOMS, StepBudget.DEFAULT, Set.of(Assumption.SEQUENTIAL_KEYS)))
                .withMessageContaining("SEQUENTIAL_KEYS");
    }

    /** Session 0 read 2 after it wrote 4, session 1 read 3 after it wrote 1: each key is in the other's order. */
    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "AXIOMS")
    void writesThatKeepToTheOrderOfSessionsMayBreakReadUncommitted(Engine engine) {
        History history = HistoryNotation.parse("""
                T0 s1 ok @5..9 w0=1 w1=2
                T1 s0 ok @2..7 w0=3 w1=4
                T2 s0 ok @9..11 r1=2
                T3 s1 ok @22..27 r0=3
                """);

        assertThat(new LevelChecker(engine, StepBudget.DEFAULT).check(history, READ_UNCOMMITTED))
                .isInstanceOf(Verdict.Pass.class);
        assertThat(new LevelChecker(engine, StepBudget.DEFAULT, Set.of(Assumption.SEQUENTIAL_KEYS))
                        .check(history, READ_UNCOMMITTED))
                .isInstanceOf(Verdict.Fail.class);
    }
}
