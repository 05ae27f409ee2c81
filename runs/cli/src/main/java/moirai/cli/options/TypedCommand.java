package moirai.cli.options;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The command as it was typed, for a command itself and for the options that commands share: which options were given,
 * where answers go, and how arguments are refused.
 */
@Command
public final class TypedCommand {

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    /** Returns the command in the words of picocli. */
    public CommandLine line() {
        return spec.commandLine();
    }

    /** Returns whether an option was given, by any of its names. */
    public boolean has(String option) {
        return line().getParseResult().hasMatchedOption(option);
    }

    /** Returns the first of these options, in the order listed here, that was given; empty if none was. */
    public String first(String... options) {
        return List.of(options).stream().filter(this::has).findFirst().orElse("");
    }

    /** Returns the output for results. */
    public PrintWriter out() {
        return line().getOut();
    }

    /** Returns the output for messages. */
    public PrintWriter err() {
        return line().getErr();
    }

    /**
     * Fails if results could not be written. A print writer hides the cause of a failure, so one more write finds
     * it. A reader that closes the pipe early, as {@code head} does, is no failure.
     */
    public void requireWritten() throws IOException {
        if (!out().checkError()) {
            return;
        }
        try {
            new FileOutputStream(FileDescriptor.out).write('\n');
        } catch (IOException cause) {
            if (!String.valueOf(cause.getMessage()).contains("Broken pipe")) {
                throw cause;
            }
        }
    }

    /** Returns the refusal of the arguments, to be thrown. */
    public ParameterException refused(String message) {
        return new ParameterException(line(), message);
    }

    /** Returns the refusal of a command that was typed without one of its subcommands. */
    public ParameterException incomplete() {
        return refused("a command is missing: expected "
                + String.join(" or ", line().getCommandSpec().subcommands().keySet()));
    }

    /** Returns the value; if it is refused by an IllegalArgumentException, refuses the arguments with its message. */
    public <T> T accepted(Supplier<T> value) {
        return accepted("", value);
    }

    /** Returns the value as {@link #accepted(Supplier)} does, with a text such as an option before the message. */
    public <T> T accepted(String before, Supplier<T> value) {
        try {
            return value.get();
        } catch (IllegalArgumentException refused) {
            throw refused(before + refused.getMessage());
        }
    }

    /** Refuses the arguments if the check throws an IllegalArgumentException, with a text before its message. */
    public void require(String before, Runnable check) {
        accepted(before, () -> {
            check.run();
            return true;
        });
    }
}
