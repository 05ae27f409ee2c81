package moirai.directed.encoding;

import java.util.List;
import moirai.directed.levels.Promises;

/** The other transactions beside the named ones. */
public sealed interface Environment {

    /**
     * An environment without other transactions: a value that no named transaction wrote is the first value, for all of
     * them.
     */
    record Alone() implements Environment {}

    /**
     * An environment with any number of further calls of the same program, before, between and after the named ones.
     * Each named transaction may find in any row what some of them left there. All executions of a program are covered,
     * so that what is impossible here is impossible in executions of any length; what is possible may need values that
     * the program never computes.
     *
     * @param levels those at which the further calls may run
     */
    record Crowd(List<Promises> levels) implements Environment {

        public Crowd {
            levels = List.copyOf(levels);
        }
    }

    /** Returns the levels of other transactions; none if there are none. */
    default List<Promises> levels() {
        return this instanceof Crowd(var levels) ? levels : List.of();
    }

    /** Returns the environment in words, as they stand beside an answer. */
    default String text() {
        return switch (this) {
            case Alone alone -> "no other transactions beside the named ones";
            case Crowd crowd -> "any number of other transactions beside the named ones";
        };
    }
}
