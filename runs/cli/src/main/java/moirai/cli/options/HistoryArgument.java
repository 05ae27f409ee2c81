package moirai.cli.options;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import moirai.cli.terminal.LatestRun;
import moirai.runs.report.OwnCommand;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The argument that names the stored history of a command. */
public final class HistoryArgument {

    private static final Pattern NUMBERED = Pattern.compile("(?<path>.+)#(?<number>[1-9]\\d{0,5})");

    @Mixin
    private TypedCommand command = new TypedCommand();

    @Parameters(
            arity = "0..1",
            paramLabel = "RUN",
            description = "A run's directory, a history's, a .txt or .txt.gz file in history notation, or another"
                    + " checker's file. Default: latest.")
    private String given = LatestRun.WORD;

    @Option(names = "-1", description = "The newest run in the store, which is the default.")
    private boolean isNewest;

    @Option(names = "--store", paramLabel = "DIR", description = "Where 'latest' is looked for. Default: ./store.")
    private Path store = Path.of("store");

    /**
     * A path with the number that followed it, as in {@code latest#2}.
     *
     * @param number from 1; 0 if there was none
     */
    public record Numbered(Path path, int number) {}

    /** Returns the path to read, with the number that followed it, if there is one. */
    public Numbered numbered() {
        Matcher matcher = NUMBERED.matcher(given);
        if (isNewest || Files.exists(Path.of(given)) || !matcher.matches()) {
            return new Numbered(path(), 0);
        }
        return new Numbered(path(matcher.group("path")), Integer.parseInt(matcher.group("number")));
    }

    /**
     * Takes an argument that is no path: there is no such file, and it has a space in it or {@code -1} names the run.
     * The argument counts as absent from then on.
     */
    public Optional<String> takeText() {
        if (given.equals(LatestRun.WORD)
                || Files.exists(Path.of(given))
                || !(isNewest || given.chars().anyMatch(Character::isWhitespace))) {
            return Optional.empty();
        }
        String text = given;
        given = LatestRun.WORD;
        return Optional.of(text);
    }

    /** Returns the path to read, which may not exist, and tells the user which run is the latest. */
    public Path path() {
        return path(given);
    }

    private Path path(String given) {
        if (!isNewest && !LatestRun.isMeant(given)) {
            return LatestRun.linked(Path.of(given), command.err());
        }
        return LatestRun.in(store, command.err())
                .orElseThrow(() -> command.refused("no run in " + store + ": name one, or make one with: "
                        + OwnCommand.line("run --db postgres")));
    }
}
