package moirai.exploration;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.function.Consumer;
import moirai.exploration.program.Body;
import moirai.exploration.program.Program;
import moirai.exploration.program.ProgramTxn;
import moirai.exploration.program.Txn;
import moirai.history.level.IsolationLevel;
import org.junit.jupiter.api.Test;

class NullsTest {

    @Test
    void nullIsNoValueAndNoReply() {
        Program writer = Program.startingWith(Map.of())
                .session(new ProgramTxn("write", nulls(txn -> txn.write("x", nothing()))));
        Program mute = Program.startingWith(Map.of()).session(new ProgramTxn("say", nulls(txn -> {})));

        assertThat(Exploration.of(writer, ExplorationOptions.at(IsolationLevel.CAUSAL))
                        .failures())
                .singleElement()
                .extracting(ExplorationResult.Failure::what)
                .asString()
                .contains("delete makes a key hold nothing");
        assertThat(Exploration.of(mute, ExplorationOptions.at(IsolationLevel.CAUSAL))
                        .failures())
                .singleElement()
                .extracting(ExplorationResult.Failure::what)
                .asString()
                .contains("the body returns null");
    }

    private static Body nulls(Consumer<Txn> steps) {
        return txn -> {
            steps.accept(txn);
            return nothing();
        };
    }

    /** Returns null, as code without null checks does. */
    @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals", "DataFlowIssue"})
    private static <T> T nothing() {
        return null;
    }
}
