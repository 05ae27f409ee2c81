package moirai.analysis.validation;

import static moirai.analysis.IsolationLevel.READ_COMMITTED;
import static moirai.analysis.IsolationLevel.READ_UNCOMMITTED;
import static org.assertj.core.api.Assertions.assertThat;

import moirai.analysis.Verdict;
import moirai.history.HistoryBuilder;
import moirai.history.Outcome;
import moirai.history.RunHeader;
import org.junit.jupiter.api.Test;

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
}
