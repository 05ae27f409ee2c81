package moirai.runs.consent;

import java.util.List;

/**
 * One reason not to touch a database.
 *
 * @param found what was found, for people
 * @param advice what could be done instead of lifting it; empty for nothing
 * @param lift what lifts it
 */
public record Refusal(String found, String advice, Lift lift) {

    /** What the user can do about a refusal. */
    public sealed interface Lift {

        /**
         * Mark the database, with these options besides those that say which it is.
         *
         * @param options as on a command line
         */
        record Marking(List<String> options) implements Lift {

            public Marking {
                options = List.copyOf(options);
            }
        }

        /**
         * Another command, on something else.
         *
         * @param command as on a command line
         */
        record Instead(List<String> command) implements Lift {

            public Instead {
                command = List.copyOf(command);
            }
        }

        /**
         * The same command again with this option.
         *
         * @param option as on a command line, with its value
         */
        record Allowing(List<String> option) implements Lift {

            public Allowing {
                option = List.copyOf(option);
            }
        }
    }
}
