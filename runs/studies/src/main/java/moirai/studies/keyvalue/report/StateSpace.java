package moirai.studies.keyvalue.report;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import moirai.exploration.Behaviour;
import moirai.exploration.Exploration;
import moirai.exploration.ExplorationOptions;
import moirai.exploration.ExplorationResult;
import moirai.exploration.Invariant;
import moirai.exploration.program.Program;
import moirai.exploration.program.ProgramTxn;
import moirai.exploration.program.Then;
import moirai.exploration.search.Search.TooManyTxnsException;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.StoreLevels;
import moirai.studies.keyvalue.Harness;
import moirai.studies.keyvalue.Operation;

/**
 * All that the clients of a harness can be told at a level (paper, section 7.3: the client-observable states).
 *
 * @param states the replies of each session, operation by operation
 * @param isExhausted whether these are all; if not, there may be more
 */
record StateSpace(Set<List<List<Object>>> states, boolean isExhausted) {

    StateSpace {
        states = Set.copyOf(states);
    }

    /**
     * Explores a harness at causal or at one of the two serializable levels. The two show the same states, because
     * clients can run in every serial order of the transactions.
     *
     * @param historiesMax the number of complete histories after which the exploration gives up; each takes some
     *    microseconds
     */
    static StateSpace of(Harness harness, IsolationLevel level, int historiesMax) {
        boolean isSerial = level.implies(IsolationLevel.STRONG_SESSION_SERIALIZABLE);
        if (!isSerial && level != IsolationLevel.CAUSAL) {
            throw new IllegalArgumentException("all states at " + StoreLevels.NAMES.label(level)
                    + "; expected causal, serializable or strict-serializable");
        }
        IsolationLevel explored = isSerial ? IsolationLevel.STRONG_SESSION_SERIALIZABLE : IsolationLevel.CAUSAL;
        Set<List<List<Object>>> states = new HashSet<>();
        var collecting = new Invariant("every state is collected", behaviour -> {
            states.add(replies(behaviour));
            return true;
        });
        try {
            ExplorationResult result = Exploration.of(
                    program(harness), ExplorationOptions.at(explored).upTo(historiesMax, 1), collecting);
            return new StateSpace(states, result.isExhausted());
        } catch (TooManyTxnsException longer) {
            return new StateSpace(states, false);
        }
    }

    private static Program program(Harness harness) {
        if (!harness.prologue().isEmpty()) {
            throw new IllegalArgumentException("expected a harness without prologue: " + harness);
        }
        Map<Object, Object> initial = harness.program().initial();
        return new Program(
                initial,
                harness.sessions().stream()
                        .map(session -> session.stream().map(StateSpace::txn).toList())
                        .toList(),
                List.of());
    }

    private static ProgramTxn txn(Operation operation) {
        return new ProgramTxn(operation.request().toString(), operation.body());
    }

    private static List<List<Object>> replies(Behaviour behaviour) {
        return behaviour.replies().stream()
                .map(session -> session.stream()
                        .filter(reply -> !(reply instanceof Then))
                        .toList())
                .toList();
    }
}
