package moirai.exploration;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import moirai.exploration.program.Body;
import moirai.exploration.program.Program;
import moirai.exploration.program.ProgramTxn;
import moirai.history.level.IsolationLevel;
import org.junit.jupiter.api.Test;

/** Shows that a transaction that aborts itself stays aborted, whatever its body does afterwards. */
class AbortTest {

    @Test
    void aTransactionThatAbortsItselfWritesNothing() {
        Program program = Program.startingWith(Map.of("x", 0))
                .session(new ProgramTxn("write and abort", txn -> {
                    txn.write("x", 1);
                    throw txn.abort();
                }))
                .session(new ProgramTxn("read", txn -> txn.read("x", Integer.class, 0)));
        var unwritten = new Invariant(
                "x stays 0", behaviour -> behaviour.replies().get(1).equals(List.of(0)));

        ExplorationResult result =
                Exploration.of(program, ExplorationOptions.at(IsolationLevel.STRONG_SESSION_READ_COMMITTED), unwritten);

        assertThat(result.failures()).isEmpty();
        assertThat(result.histories()).isEqualTo(1);
    }

    /** An application's {@code catch (Exception)} must not hide an abort. */
    @Test
    void anAbortIsNotSwallowedByACatchOfException() {
        assertAborted(txn -> {
            try {
                throw txn.abort();
            } catch (Exception swallowed) {
                return "committed";
            }
        });
    }

    @Test
    void anAbortIsNotSwallowedByACatchOfThrowable() {
        assertAborted(txn -> {
            try {
                throw txn.abort();
            } catch (Throwable swallowed) {
                return "committed";
            }
        });
    }

    /** Each further step throws again, and none is recorded. */
    @Test
    void nothingIsDoneAfterAnAbort() {
        assertAborted(txn -> {
            try {
                throw txn.abort();
            } catch (Throwable swallowed) {
                txn.write("x", 2);
                throw new IllegalStateException("went on");
            }
        });
    }

    @Test
    void anAbortIsNoFailureIfItIsWrapped() {
        assertAborted(txn -> {
            try {
                throw txn.abort();
            } catch (Throwable wrapped) {
                throw new IllegalStateException(wrapped);
            }
        });
    }

    private static void assertAborted(Body end) {
        Program program = Program.startingWith(Map.of("x", 0)).session(new ProgramTxn("abort", txn -> {
            txn.write("x", 1);
            return end.run(txn);
        }));
        var aborted = new Invariant(
                "aborted",
                behaviour -> !behaviour.txns().getFirst().isCommitted()
                        && behaviour.txns().getFirst().steps().size() == 1);

        assertThat(Exploration.of(program, ExplorationOptions.at(IsolationLevel.CAUSAL), aborted)
                        .failures())
                .isEmpty();
    }
}
