package example;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import moirai.exploration.Exploration;
import moirai.exploration.ExplorationOptions;
import moirai.exploration.program.Body;
import moirai.exploration.program.Program;
import moirai.exploration.program.ProgramTxn;
import moirai.history.level.IsolationLevel;
import org.junit.jupiter.api.Test;

/** Two doctors go off call at the same time, each only if the other one stays. */
class DoctorsTest {

    private static final Program PROGRAM = Program.startingWith(Map.of("alice", "on", "bob", "on"))
            .session(new ProgramTxn("alice leaves", leaves("alice", "bob")))
            .session(new ProgramTxn("bob leaves", leaves("bob", "alice")))
            .afterwards("somebody is on call", txn -> {
                assertThat(txn.read("alice").equals(txn.read("bob"))).isFalse();
                return "checked";
            });

    private static Body leaves(String doctor, String other) {
        return txn -> {
            if (txn.read(other, String.class, "off").equals("on")) {
                txn.write(doctor, "off");
            }
            return "done";
        };
    }

    @Test
    void somebodyIsOnCallIfTransactionsAreSerializable() {
        var result = Exploration.of(PROGRAM, ExplorationOptions.at(IsolationLevel.STRONG_SESSION_SERIALIZABLE));

        assertThat(result.isExhausted()).isTrue();
        assertThat(result.failures()).isEmpty();
    }

    @Test
    void nobodyMayBeOnCallAtSnapshotIsolation() {
        var result = Exploration.of(PROGRAM, ExplorationOptions.at(IsolationLevel.STRONG_SESSION_SNAPSHOT_ISOLATION));

        assertThat(result.failures()).hasSize(1);
    }
}
