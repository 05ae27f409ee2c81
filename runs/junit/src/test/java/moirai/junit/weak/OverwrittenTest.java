package moirai.junit.weak;

import static moirai.exploration.ExploredStep.FROM_NOBODY;
import static moirai.exploration.ExploredStep.FROM_START;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import moirai.exploration.Behaviour;
import moirai.exploration.ExploredStep;
import moirai.exploration.ExploredTxn;
import org.junit.jupiter.api.Test;

/** A report calls those changes overwritten that somebody has not seen before writing, and no others. */
class OverwrittenTest {

    private static final String KEY = "counter(1).n";
    private static final ExploredTxn OTHER = txn(0, true, write("UPDATE"));

    private static ExploredStep read(String statement, int from) {
        return new ExploredStep(statement, ExploredStep.Kind.READ, KEY, 0, from);
    }

    private static ExploredStep locked(String statement, int from) {
        return new ExploredStep(statement, ExploredStep.Kind.READ_LOCKING, KEY, 0, from);
    }

    private static ExploredStep write(String statement) {
        return new ExploredStep(statement, ExploredStep.Kind.WRITE, KEY, 1, FROM_NOBODY);
    }

    private static ExploredStep back(int first) {
        return new ExploredStep("ROLLBACK TO", ExploredStep.Kind.TAKE_BACK, "", first, FROM_NOBODY);
    }

    private static ExploredTxn txn(int session, boolean isCommitted, ExploredStep... steps) {
        return new ExploredTxn(session, "call", List.of(steps), isCommitted, "returns", "");
    }

    private static String said(ExploredTxn... txns) {
        return Failure.overwritten(new Behaviour(2, false, List.of(txns))).orElse("");
    }

    @Test
    void aWriteAfterAnOldReadMayLoseAChange() {
        assertThat(said(OTHER, txn(1, true, read("SELECT", FROM_START), locked("UPDATE", 0), write(""))))
                .contains("T1 read counter(1).n before a change of it by T0 was committed");
    }

    @Test
    void aStatementThatReadsAgainAsItWritesLosesNothing() {
        assertThat(said(OTHER, txn(1, true, read("UPDATE", FROM_START), locked("", 0), write(""))))
                .isEmpty();
    }

    @Test
    void whoHasReadTheChangeBeforeWritingLosesNothing() {
        assertThat(said(
                        OTHER,
                        txn(1, true, read("SELECT", FROM_START), locked("SELECT FOR UPDATE", 0), write("UPDATE"))))
                .isEmpty();
    }

    @Test
    void whatIsAbortedOrUndoneOverwritesNothingAndIsNotOverwritten() {
        ExploredStep[] steps = {read("SELECT", FROM_START), write("UPDATE")};

        assertThat(said(OTHER, txn(1, false, steps))).isEmpty();
        assertThat(said(txn(0, false, write("UPDATE")), txn(1, true, steps))).isEmpty();
        assertThat(said(txn(0, true, write("UPDATE"), back(0)), txn(1, true, steps)))
                .isEmpty();
        assertThat(said(OTHER, txn(1, true, read("SELECT", FROM_START), write("UPDATE"), back(1))))
                .isEmpty();
    }
}
