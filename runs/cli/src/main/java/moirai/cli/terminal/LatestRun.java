package moirai.cli.terminal;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import moirai.runs.RunException;
import moirai.runs.report.Numbers;
import moirai.runs.report.Wrapping;
import moirai.runs.store.RunDirectory;
import moirai.runs.store.RunStore;
import moirai.runs.store.RunSummary;

/**
 * The run that {@code latest} stands for. A user may take another one for the newest, as after a run that was refused,
 * so the messages of the command say which it is and when it began.
 */
public final class LatestRun {

    /** The word for the newest run. */
    public static final String WORD = "latest";

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss 'UTC'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private LatestRun() {}

    /** Returns whether an argument asks for the newest run, and is no file of that name. */
    public static boolean isMeant(String argument) {
        return argument.equals(WORD) && !Files.exists(Path.of(argument));
    }

    /** Returns the newest run of a store that recorded something, and tells the user; empty if there is none. */
    public static Optional<Path> in(Path store, PrintWriter err) {
        List<RunDirectory> runs = new RunStore(store).runs();
        Optional<RunDirectory> newest = new RunStore(store).newest();
        newest.ifPresent(run -> {
            int empty = runs.indexOf(run);
            tell(run.path(), empty < 1 ? "" : "; " + Numbers.counted(empty, "later run") + " recorded nothing", err);
        });
        return newest.map(RunDirectory::path);
    }

    /** Returns the path; if it is the link to the newest run, such as {@code store/latest}, tells the user. */
    public static Path linked(Path path, PrintWriter err) {
        if (path.endsWith(WORD) && Files.isSymbolicLink(path)) {
            try {
                tell(path.resolveSibling(Files.readSymbolicLink(path)), "", err);
            } catch (IOException unreadable) {
                return path; // Whoever reads the run says so.
            }
        }
        return path;
    }

    /** Tells the user that a command takes this run. */
    public static void tell(Path run, String besides, PrintWriter err) {
        String began = RunStore.began(run)
                .map(time -> ", began " + TIME.format(time) + age(Duration.between(time, Instant.now())))
                .orElse("");
        err.print(Wrapping.message(WORD + ": " + run + asked(run) + began + besides));
        err.flush();
    }

    /** Two runs of one store differ by what they ask for, as those of the demonstration do. */
    private static String asked(Path run) {
        if (!Files.exists(new RunDirectory(run).record())) {
            return ", which did not end";
        }
        try {
            RunSummary.Setup setup = RunSummary.read(run).setup();
            return ", " + setup.database() + " at " + setup.isolation();
        } catch (RunException unreadable) {
            return "";
        }
    }

    private static String age(Duration age) {
        return age.isNegative() ? "" : ", " + Numbers.span(age) + " ago";
    }
}
