package moirai.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import moirai.clients.ClientException;
import moirai.history.HistoryFormatException;
import moirai.history.level.Nearest;
import moirai.nemesis.ClusterException;
import moirai.programs.ProgramException;
import moirai.runs.ExitCode;
import moirai.runs.RunException;
import moirai.runs.consent.RefusedException;
import moirai.runs.report.OwnCommand;
import moirai.runs.report.Wrapping;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** The error messages of the command line, in a line or two each; a stack trace goes to {@code run.log} alone. */
public final class Errors {

    private static final Pattern DAMAGED_SEGMENT = Pattern.compile("\\.seg(?: at offset \\d+)?: ");

    /** How picocli refuses a number, at the end of its message. */
    private static final Pattern WHOLE_NUMBER = Pattern.compile("is not an? (int|long)$");

    /** The reasons of the system for a path that cannot be used as asked, whatever is done about the machine. */
    private static final Set<String> OF_PATHS = Set.of("Not a directory", "Is a directory", "Read-only file system");

    private Errors() {}

    /**
     * Reports an argument that cannot be used: the value, the accepted values, the nearest match, and the help to read.
     */
    public static int ofArguments(ParameterException wrong, String[] args) {
        CommandLine command = wrong.getCommandLine();
        PrintWriter err = command.getErr();
        err.print(Wrapping.message("moirai: " + message(wrong)));
        err.println("See: " + command.getCommandSpec().qualifiedName() + " --help");
        err.flush();
        return ExitCode.BAD_ARGUMENTS.code();
    }

    private static String message(ParameterException wrong) {
        if (wrong instanceof UnmatchedArgumentException unmatched
                && !unmatched.getUnmatched().isEmpty()) {
            return unmatched(unmatched);
        }
        return WHOLE_NUMBER
                .matcher(oneLine(String.valueOf(wrong.getMessage())))
                .replaceFirst(type -> "is not a whole number up to "
                        + (type.group(1).equals("int") ? Integer.MAX_VALUE : Long.MAX_VALUE));
    }

    private static String unmatched(UnmatchedArgumentException unmatched) {
        var command = unmatched.getCommandLine();
        String value = unmatched.getUnmatched().getFirst();
        boolean option = value.startsWith("-");
        var accepted = new ArrayList<String>();
        // Options that only --help-all lists are suggested as well.
        var nearest = new ArrayList<String>();
        if (option) {
            for (OptionSpec known : command.getCommandSpec().options()) {
                nearest.addAll(List.of(known.names()));
                if (!known.hidden()) {
                    accepted.add(known.usageHelp() ? "--help" : known.longestName());
                }
            }
        } else {
            accepted.addAll(command.getSubcommands().keySet());
            nearest.addAll(accepted);
        }
        String name = option ? value.split("=", 2)[0] : value;
        String kind = option ? "an option" : accepted.isEmpty() ? "an argument" : "a command";
        return "'" + name + "' is not " + kind + " of "
                + command.getCommandSpec().qualifiedName() + Nearest.hint(name, nearest)
                + (accepted.isEmpty() ? "" : ". Known: " + String.join(", ", accepted));
    }

    /** Reports a failure while the command ran. */
    public static int ofExecution(Exception failed, CommandLine command, ParseResult parsed) {
        if (failed instanceof RefusedException refused) {
            refused.lines().forEach(line -> tell(command, "refused: " + line));
            return ExitCode.REFUSED.code();
        }
        boolean isGuarded = failed instanceof ClientException known && known.isGuarded();
        tell(command, (isGuarded ? "refused: " : "") + cause(failed) + ofStore(failed, command));
        if (failed instanceof HistoryFormatException
                && DAMAGED_SEGMENT.matcher(cause(failed)).find()) {
            command.getErr()
                    .print(Wrapping.message(
                            "What is whole can be copied: " + OwnCommand.line("history salvage RUN -o DIR")));
        }
        return (ofStore(failed, command).isEmpty() ? code(failed) : ExitCode.BAD_ARGUMENTS).code();
    }

    /** Reports an error that the JVM itself could not recover from. */
    static int ofJvm(Throwable broken, CommandLine command) {
        String hint = broken instanceof OutOfMemoryError
                ? "; give the JVM more memory, for example with MOIRAI_JAVA_OPTS=-Xmx8g"
                : " at " + place(broken);
        tell(command, "internal error: " + oneLine(broken.toString()) + hint);
        return ExitCode.INTERNAL_ERROR.code();
    }

    private static void tell(CommandLine command, String message) {
        command.getErr().print(Wrapping.message("moirai: " + message));
        command.getErr().flush();
    }

    /** Returns the exit code of a failure. A damaged or foreign file counts as an argument that cannot be used. */
    private static ExitCode code(Exception failed) {
        return switch (failed) {
            case HistoryFormatException unreadable -> ExitCode.BAD_ARGUMENTS;
            case RunException known -> known.exitCode();
            case ClientException guarded when guarded.isGuarded() -> ExitCode.REFUSED;
            case ClientException refused when refused.isRefusal() -> ExitCode.BAD_ARGUMENTS;
            case ClusterException refused when refused.isRefusal() -> ExitCode.BAD_ARGUMENTS;
            case IOException unusable when isOfPath(unusable) -> ExitCode.BAD_ARGUMENTS;
            case UncheckedIOException unusable
            when isOfPath(Objects.requireNonNull(unusable.getCause())) -> ExitCode.BAD_ARGUMENTS;
            default -> ExitCode.INTERNAL_ERROR;
        };
    }

    private static String cause(Exception failed) {
        return switch (failed) {
            case ClientException known -> oneLine(String.valueOf(known.getMessage()));
            case ClusterException known -> oneLine(String.valueOf(known.getMessage()));
            case HistoryFormatException known -> oneLine(String.valueOf(known.getMessage()));
            case ProgramException known -> oneLine(String.valueOf(known.getMessage()));
            case RunException known -> oneLine(String.valueOf(known.getMessage()));
            case UncheckedIOException known -> oneLine(file(Objects.requireNonNull(known.getCause())));
            case IOException known -> oneLine(file(known));
            default -> "internal error: " + oneLine(failed.toString()) + " at " + place(failed);
        };
    }

    /** Returns how to choose another store if the failure is of a file in this one. */
    private static String ofStore(Exception failed, CommandLine command) {
        Throwable reason = failed instanceof UncheckedIOException unchecked ? unchecked.getCause() : failed;
        OptionSpec option = command.getCommandSpec().findOption("--store");
        return option != null
                        && option.getValue() instanceof Path store
                        && reason instanceof FileSystemException ofFile
                        && ofFile.getFile() != null
                        && Path.of(ofFile.getFile()).startsWith(store)
                ? "; --store chooses another folder"
                : "";
    }

    private static boolean isOfPath(IOException failed) {
        return failed instanceof AccessDeniedException
                || (failed instanceof FileSystemException refused
                        && refused.getReason() != null
                        && OF_PATHS.contains(refused.getReason()));
    }

    private static String file(IOException failed) {
        if (failed instanceof AccessDeniedException denied) {
            return "permission denied: " + denied.getFile();
        }
        if (failed instanceof NoSuchFileException missing) {
            return "no such file or directory: " + missing.getMessage();
        }
        return failed instanceof FileSystemException refused && refused.getReason() != null
                ? String.valueOf(refused.getMessage())
                : "input or output failed: " + failed;
    }

    /** Returns the innermost stack frame that is in Moirai's own code. */
    private static String place(Throwable failed) {
        for (StackTraceElement frame : failed.getStackTrace()) {
            if (frame.getClassName().startsWith("moirai.")) {
                return frame.toString();
            }
        }
        return "an unknown place";
    }

    private static String oneLine(String message) {
        return message.strip().replaceAll("\\s*\\R\\s*", " ");
    }
}
