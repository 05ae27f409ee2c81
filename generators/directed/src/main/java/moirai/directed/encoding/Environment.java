package moirai.directed.encoding;

import java.util.List;
import moirai.directed.levels.Promises;

/** Which other transactions there are beside the named ones. */
public sealed interface Environment {

    /** Nobody else: what no named transaction wrote is what was there at first, for all of them. */
    record Alone() implements Environment {}

    /**
     * Any number of further calls of the same program, before, between and after the named ones. Each named transaction
     * may find in any row what some of them left there. All executions of a program are covered, so that what is
     * impossible here is impossible in executions of any length; what is possible may need values that the program
     * never computes.
     *
     * @param levels those at which the further calls may run
     */
    record Crowd(List<Promises> levels) implements Environment {

        /** Copies the list. */
        public Crowd {
            levels = List.copyOf(levels);
        }
    }

    /** In words, as they stand beside an answer. */
    default String text() {
        return switch (this) {
            case Alone alone -> "no other transactions beside the named ones";
            case Crowd crowd -> "any number of other transactions beside the named ones";
        };
    }
}
