package moirai.runs.consent;

import java.util.List;

/**
 * A reason not to touch a database.
 *
 * @param found what was found, for people
 * @param advice an alternative to lifting the refusal; empty for none
 * @param lift the way to lift it
 */
public record Refusal(String found, String advice, Lift lift) {

    /** A way in which the user can lift a refusal. */
    public sealed interface Lift {

        /**
         * The lift by marking the database, with these options besides those that locate it.
         *
         * @param options as on a command line
         */
        record Marking(List<String> options) implements Lift {

            public Marking {
                options = List.copyOf(options);
            }
        }

        /**
         * The lift by another command, on another database.
         *
         * @param command as on a command line
         */
        record Instead(List<String> command) implements Lift {

            public Instead {
                command = List.copyOf(command);
            }
        }

        /**
         * The lift by the same command with this option.
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
