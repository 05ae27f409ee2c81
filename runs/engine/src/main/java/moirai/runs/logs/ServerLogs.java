package moirai.runs.logs;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import moirai.nemesis.Cluster;
import moirai.nemesis.Node;
import moirai.runs.report.Numbers;

/** The lines that the servers of a run have logged, by their times. The run's directory has a file for each node. */
public final class ServerLogs {

    /** The name of the folder in a run's directory. */
    public static final String FOLDER = "logs";

    private static final String SUFFIX = ".log";

    /** The lines in which the shell above a server reports its end, without a time. */
    private static final Set<String> ENDS = Set.of("Killed", "Terminated");

    /** The maximal number of lines that are shown for a stretch of time. */
    private static final int SHOWN_MAX = 40;

    /** The maximal number of characters of a line that are kept. */
    private static final int LINE_MAX = 400;

    /** How long before and after a stretch of time a line may be; some servers log whole seconds. */
    private static final long MARGIN_NANOS = 1_000_000_000;

    private final List<Timed> lines;
    private final boolean isWhole;

    private ServerLogs(List<Timed> lines, boolean isWhole) {
        this.lines = lines;
        this.isWhole = isWhole;
    }

    /** A line of a node's log. */
    public record Line(String node, String text) {}

    private record Timed(long nanos, Line line) {}

    /**
     * Copies the logs of all nodes into the directory of a run, to what a part of the run before this has left there.
     *
     * @return why they could not be copied, in a sentence; empty if they were
     */
    public static Optional<String> keep(Cluster cluster, Path run) {
        try {
            List<Node> nodes = cluster.nodes();
            Path folder = nodes.isEmpty() ? run : Files.createDirectories(run.resolve(FOLDER));
            for (Node node : nodes) {
                node.copyLog(folder.resolve(node.name() + SUFFIX));
            }
            return Optional.empty();
        } catch (IOException | RuntimeException notKept) {
            return Optional.of("the logs of the servers could not be kept: " + notKept);
        }
    }

    /**
     * Reads the logs of a run; none if it has none or they cannot be read, since a report can do without.
     *
     * @param started when the run's clock began
     */
    public static ServerLogs of(Path run, Instant started) {
        Path folder = run.resolve(FOLDER);
        if (!Files.isDirectory(folder)) {
            return new ServerLogs(List.of(), false);
        }
        var times = new LogTimes(started, ZoneId.systemDefault());
        var lines = new ArrayList<Timed>();
        boolean isWhole = true;
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.sorted().toList()) {
                String name = String.valueOf(file.getFileName());
                isWhole &= !name.endsWith(Node.CUT);
                if (name.endsWith(SUFFIX)) {
                    read(file, name.substring(0, name.length() - SUFFIX.length()), times, lines);
                }
            }
        } catch (IOException unreadable) {
            isWhole = false;
            System.getLogger(ServerLogs.class.getName()).log(System.Logger.Level.WARNING, "logs", unreadable);
        }
        lines.sort(Comparator.comparingLong(Timed::nanos));
        return new ServerLogs(lines, isWhole);
    }

    private static void read(Path file, String node, LogTimes times, List<Timed> lines) throws IOException {
        long last = Long.MIN_VALUE;
        // Servers write what clients send, in whatever encoding: no byte may end the reading.
        for (String text : Files.readString(file, StandardCharsets.ISO_8859_1).split("\n", -1)) {
            OptionalLong nanos = times.nanos(text);
            last = nanos.orElse(last);
            if (!text.isBlank() && !ENDS.contains(text) && last != Long.MIN_VALUE) {
                String decoded = new String(text.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
                lines.add(new Timed(last, new Line(node, shortened(decoded.stripTrailing()))));
            }
        }
    }

    private static String shortened(String text) {
        return text.length() <= LINE_MAX ? text : text.substring(0, LINE_MAX) + " …";
    }

    /** Returns whether these are all lines that were logged; not if there are no logs, or old lines had no room. */
    boolean areWhole() {
        return isWhole;
    }

    /** Receives a line with its time, in nanoseconds since the run began. */
    interface Reader {
        void line(long nanos, Line line);
    }

    /** Tells all lines in the order of their times. */
    void each(Reader reader) {
        lines.forEach(timed -> reader.line(timed.nanos(), timed.line()));
    }

    /**
     * Returns the lines from a second before a stretch of time to a second after it: the first {@value #SHOWN_MAX}, and
     * one that says how many more there are. A line without a time has that of the line before it.
     *
     * @param fromNanos since the run began, like the other
     */
    public List<Line> around(long fromNanos, long toNanos) {
        List<Line> all = lines.stream()
                .filter(line -> line.nanos() >= fromNanos - MARGIN_NANOS && line.nanos() <= toNanos + MARGIN_NANOS)
                .map(Timed::line)
                .toList();
        if (all.size() <= SHOWN_MAX) {
            return all;
        }
        var shown = new ArrayList<>(all.subList(0, SHOWN_MAX));
        shown.add(new Line("…", Numbers.counted(all.size() - SHOWN_MAX, "more line") + " in " + FOLDER));
        return shown;
    }
}
