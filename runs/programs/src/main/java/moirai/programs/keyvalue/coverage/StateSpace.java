package moirai.programs.keyvalue.coverage;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.StoreLevels;
import moirai.programs.keyvalue.Execution;
import moirai.programs.keyvalue.Harness;
import moirai.programs.keyvalue.HarnessRunner;
import moirai.programs.keyvalue.HarnessRunner.Turns;

/**
 * All that the clients of a harness can be told at a level (paper, section 7.3: the client-observable states).
 *
 * <p>Every order of turns and every answer to every read is tried, but what follows one history is tried once:
 *
 * <ul>
 *   <li>Causal: the level's axiom speaks of session order and of who reads from whom alone, so two orders of turns that
 *       have led to the same relations have the same future.
 *   <li>Serializable, strict or not: the states are those of serial runs that read the latest values, in all orders of
 *       turns. A strict run is such a run; and of a run that is serializable with the order of sessions, its serial
 *       order is an order of turns in which the same bodies read the same values. There the future follows from what
 *       every key holds and what each session has read for its unfinished operation.
 * </ul>
 *
 * @param states each the replies session by session
 * @param runs that were needed
 * @param isExhausted whether these are all; if not, there may be more
 */
public record StateSpace(Set<List<List<Object>>> states, int runs, boolean isExhausted) {

    public StateSpace {
        states = Set.copyOf(states);
    }

    /**
     * Tries all that is possible at causal or at one of the two serializable levels.
     *
     * @param runsMax after which it gives up; each takes some microseconds
     */
    public static StateSpace of(Harness harness, IsolationLevel level, int runsMax) {
        if (level == IsolationLevel.CAUSAL) {
            return explore(harness, level, new CausalPast(), runsMax);
        }
        if (level.implies(IsolationLevel.STRONG_SESSION_SERIALIZABLE)) {
            return explore(harness, IsolationLevel.STRICT_SERIALIZABLE, new SerialPast(), runsMax);
        }
        throw new IllegalArgumentException("all states at " + StoreLevels.NAMES.label(level)
                + "; expected causal, serializable or strict-serializable");
    }

    private static StateSpace explore(Harness harness, IsolationLevel level, Past past, int runsMax) {
        var exploration = new Exploration(past);
        var runner = new HarnessRunner(level, Turns.CHOSEN, 0);
        Harness listening = exploration.listening(harness);
        Set<List<List<Object>>> states = new HashSet<>();
        int runs = 0;
        boolean isMore = true;
        while (isMore && runs < runsMax) {
            try {
                Execution execution = runner.run(listening, new Seed(0), exploration);
                states.add(execution.observed());
            } catch (KnownPastException known) {
                // What follows has been seen.
            }
            runs++;
            isMore = exploration.next();
        }
        return new StateSpace(states, runs, !isMore);
    }
}
