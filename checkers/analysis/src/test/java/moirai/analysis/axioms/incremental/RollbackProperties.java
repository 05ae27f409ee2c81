package moirai.analysis.axioms.incremental;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import moirai.analysis.axioms.Axiom;
import moirai.analysis.axioms.AxiomaticLevel;
import moirai.analysis.axioms.BaseOrder;
import moirai.analysis.axioms.Decision;
import moirai.analysis.axioms.StepBudget;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** What was undone leaves nothing behind. */
class RollbackProperties {

    /** All that may be asked and all that happened. */
    private static List<Object> answers(GrowingHistory history, int keyCount) {
        var answers = new ArrayList<Object>();
        var recorded = history.history();
        for (int txn = 0; txn < history.txnCount(); txn++) {
            answers.add(List.of(history.session(txn), recorded.startNanos(txn), recorded.endNanos(txn)));
            for (int read = recorded.firstRead(txn); read < recorded.endRead(txn); read++) {
                answers.add(List.of(recorded.readKey(read), recorded.readSource(read)));
            }
            for (int key = 0; key < keyCount; key++) {
                if (history.isPending(txn)) {
                    answers.add(history.mayWrite(txn, key));
                }
                if (history.isPending(txn) && !recorded.writes(txn, key)) {
                    answers.add(history.readable(txn, key));
                }
            }
        }
        return answers;
    }

    @Property(tries = 1500, edgeCases = EdgeCasesMode.NONE)
    void answersAfterRollbackAreThoseBeforeAndThoseOfAFreshHistory(
            @ForAll("axioms") Axiom axiom, @ForAll BaseOrder base, @ForAll long seed) {
        var level = new AxiomaticLevel(axiom, base);
        var random = new Random(seed);
        var program = new RandomProgram(random, 9);
        GrowingHistory history = growing(level);
        while (random.nextInt(20) > 0 && program.step(history)) {}
        int mark = history.mark();
        List<Object> expected = answers(history, program.keyCount());

        for (int time = 0; time < 2; time++) {
            while (random.nextInt(40) > 0 && program.step(history)) {
                if (random.nextInt(5) == 0) {
                    assertInnerMarkComesBack(history, program);
                }
            }
            history.rollback(mark);

            assertThat(answers(history, program.keyCount())).isEqualTo(expected);
            assertThat(answers(replayed(history, level), program.keyCount())).isEqualTo(expected);
        }
    }

    private static void assertInnerMarkComesBack(GrowingHistory history, RandomProgram program) {
        int inner = history.mark();
        List<Object> here = answers(history, program.keyCount());
        for (int step = 0; step < 5 && program.step(history); step++) {}
        history.rollback(inner);
        assertThat(answers(history, program.keyCount())).isEqualTo(here);
    }

    private static GrowingHistory growing(AxiomaticLevel level) {
        return new GrowingHistory(
                level, StepBudget.DEFAULT, history -> new Decision.Undecided("small histories need no other decider"));
    }

    /**
     * The same in a history that has undone nothing: begins and ends in their order, each transaction's reads and
     * writes just before its end. A commit without writes stands for an abort.
     */
    private static GrowingHistory replayed(GrowingHistory history, AxiomaticLevel level) {
        var recorded = history.history();
        GrowingHistory fresh = growing(level);
        long ends = 2L * recorded.txnCount();
        for (long instant = 0; instant < ends; instant++) {
            for (int txn = 0; txn < recorded.txnCount(); txn++) {
                if (recorded.startNanos(txn) == instant) {
                    fresh.begin(recorded.session(txn));
                }
                if (recorded.endNanos(txn) == instant) {
                    end(history, fresh, txn);
                }
            }
        }
        for (int txn : RandomProgram.pending(history)) {
            copyOps(history, fresh, txn);
        }
        return fresh;
    }

    private static void end(GrowingHistory history, GrowingHistory fresh, int txn) {
        copyOps(history, fresh, txn);
        fresh.commit(txn);
    }

    private static void copyOps(GrowingHistory history, GrowingHistory fresh, int txn) {
        var recorded = history.history();
        for (int read = recorded.firstRead(txn); read < recorded.endRead(txn); read++) {
            fresh.read(txn, recorded.readKey(read), recorded.readSource(read));
        }
        for (int write = recorded.firstWrite(txn); write < recorded.endWrite(txn); write++) {
            fresh.write(txn, recorded.writeKey(write));
        }
    }

    /** Those that are decided read by read. */
    @Provide
    Arbitrary<Axiom> axioms() {
        return Arbitraries.of(Axiom.class).filter(axiom -> axiom != Axiom.PRAM && axiom != Axiom.UPDATE_ATOMIC);
    }
}
