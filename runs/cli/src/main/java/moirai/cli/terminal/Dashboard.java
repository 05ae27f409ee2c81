package moirai.cli.terminal;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import moirai.history.level.IsolationLevel;
import moirai.runs.Load;
import moirai.runs.RunProgress;
import moirai.runs.RunSettings;
import moirai.runs.interim.InterimVerdict;
import moirai.runs.latency.Latency;
import moirai.runs.report.Numbers;

/**
 * The view of a run at a terminal while it goes: lines that fit the terminal, redrawn a few times a second. Lines that
 * do not fit are left out, the least important first. Its memory does not grow with the run.
 */
final class Dashboard {

    private static final int BAR_COLUMNS_MIN = 24;
    private static final int BAR_COLUMNS_MAX = 100;
    /** The columns for the text beside the bar. */
    private static final int BAR_TEXT_COLUMNS = 56;

    private static final long MILLIS_A_SECOND = 1_000;
    private static final int SPARKS_MAX = 120;
    /** The narrowest terminal that shows a chart of past values. */
    private static final int SPARK_COLUMNS_MIN = 100;

    private static final int SPARK_TEXT_COLUMNS = 48;

    /** The base of the ranks of anomalies: anomaly i has rank {@code FOUND + i}, but the first is more important. */
    private static final int FOUND = 10;

    private static final String SO_FAR = "so far  ";

    private final RunSettings settings;
    private final boolean isJudged;
    private final Sparkline rateBefore = new Sparkline(SPARKS_MAX);
    private final Sparkline latencyBefore = new Sparkline(SPARKS_MAX);
    private RunProgress before = new RunProgress(Duration.ZERO, 0, 0, 0, 0, "");
    private RunProgress last = before;
    private Optional<InterimVerdict> soFar = Optional.empty();
    private String rates = "";
    private String latency = "";

    /**
     * A line with its importance.
     *
     * @param rank 0 for a line that is never left out
     * @param isAlarm whether the line has to be emphasised
     */
    record Line(int rank, boolean isAlarm, String text) {}

    /**
     * Creates the view of a run.
     *
     * @param isJudged whether the history is checked while the run goes
     */
    Dashboard(RunSettings settings, boolean isJudged) {
        this.settings = settings;
        this.isJudged = isJudged;
    }

    /** Records how far the run is; rates are those of the last second or so. */
    void progress(RunProgress progress) {
        long millis = progress.elapsed().minus(before.elapsed()).toMillis();
        if (millis >= MILLIS_A_SECOND || rates.isEmpty()) {
            double seconds = Math.max(1, millis) / 1e3;
            long committed = progress.committed() - before.committed();
            rates = rate(committed, seconds) + " ok · " + rate(progress.aborted() - before.aborted(), seconds)
                    + " aborted · " + rate(progress.indeterminate() - before.indeterminate(), seconds)
                    + " indeterminate";
            rateBefore.add(Math.round(committed / seconds));
            before = progress;
        }
        last = progress;
    }

    void latency(Latency recent) {
        latencyBefore.add(recent.p99());
        latency = recent.max() == 0
                ? "no transaction committed in the last second"
                : "p50 " + Numbers.millis(recent.p50()) + " · p99 " + Numbers.millis(recent.p99()) + " · max "
                        + Numbers.millis(recent.max())
                        + (settings.load().stages().isPaced() ? " from when they were due" : "");
    }

    void soFar(InterimVerdict verdict) {
        soFar = Optional.of(verdict);
    }

    /**
     * Returns the lines, none longer than the terminal is wide, and at most two fewer than it is high: one row stays
     * free above them, and the last row of a terminal is never written to, as that would scroll.
     *
     * @param faults those that are there now, in words
     */
    List<Line> lines(List<String> faults, TerminalSize size) {
        // The last column is left free: some terminals begin a new line when it is written to.
        int columns = size.columns() - 1;
        var lines = new ArrayList<Line>();
        add(
                lines,
                6,
                "seed " + settings.seed() + " · expects "
                        + settings.levels().expect().label());
        add(lines, 1, bar(columns));
        add(lines, 2, "now     " + rates);
        add(
                lines,
                5,
                "total   " + Numbers.count(last.committed()) + " ok · " + Numbers.count(last.aborted()) + " aborted · "
                        + Numbers.count(last.indeterminate()) + " indeterminate");
        if (!latency.isEmpty()) {
            add(lines, 4, "latency " + latency);
        }
        addPast(lines, columns);
        if (settings.load().stages().isStaged()) {
            add(lines, 4, "stage   " + StageText.whole(settings.load().stages(), last.elapsed()));
        }
        if (!settings.faults().isNone()) {
            add(lines, 3, "faults  " + (faults.isEmpty() ? "none now" : String.join(", ", faults)));
        }
        if (last.waiting() > 0) {
            add(lines, 3, "wait    " + Numbers.counted(last.waiting(), "session") + ": " + last.trouble());
        }
        addVerdict(lines, columns);
        dropLeast(lines, size.rows() - 2);
        return lines.stream()
                .map(line -> new Line(line.rank(), line.isAlarm(), clipped(line.text(), columns)))
                .toList();
    }

    private static void add(List<Line> lines, int rank, String text) {
        lines.add(new Line(rank, false, text));
    }

    private void addPast(List<Line> lines, int columns) {
        if (columns < SPARK_COLUMNS_MIN || rateBefore.count() < 2) {
            return;
        }
        int room = columns - SPARK_TEXT_COLUMNS;
        add(lines, 7, "ok/s    " + tail(rateBefore, room) + " up to " + Numbers.count(rateBefore.max()) + "/s");
        if (latencyBefore.max() > 0) {
            add(lines, 8, "p99     " + tail(latencyBefore, room) + " up to " + Numbers.millis(latencyBefore.max()));
        }
    }

    private static String tail(Sparkline past, int columns) {
        String all = past.toString();
        return all.substring(Math.max(0, all.length() - columns));
    }

    private void addVerdict(List<Line> lines, int columns) {
        if (!isJudged) {
            add(lines, 0, "verdict judged when the run ends");
            return;
        }
        IsolationLevel expect = settings.levels().expect();
        boolean isInvalid =
                soFar.filter(seen -> SoFarText.isInvalid(seen, expect)).isPresent();
        String text = soFar.map(seen -> SoFarText.verdict(seen, expect, columns - SO_FAR.length()))
                .orElse("not checked yet");
        lines.add(new Line(0, isInvalid, SO_FAR + text));
        soFar.map(InterimVerdict::progress)
                .filter(progress -> !progress.levels().isEmpty())
                .ifPresent(progress -> add(lines, 5, "check   " + SoFarText.work(progress)));
        List<String> found = soFar.map(SoFarText::found).orElse(List.of());
        for (int i = 0; i < found.size(); i++) {
            add(lines, i == 0 ? 3 : FOUND + i, "        " + found.get(i));
        }
    }

    /**
     * Removes the least important lines; of equally important lines the last goes first. A line tells how many
     * anomalies were left out.
     */
    private static void dropLeast(List<Line> lines, int countMax) {
        int found = count(lines);
        while (lines.size() > Math.max(1, countMax)) {
            int least = lines.stream().mapToInt(Line::rank).max().orElse(0);
            lines.remove(lines.reversed().stream()
                    .filter(line -> line.rank() == least)
                    .findFirst()
                    .orElseThrow());
        }
        int left = count(lines);
        if (left < found && left > 0) {
            Line last = lines.removeLast();
            lines.add(
                    new Line(last.rank(), false, "        and " + Numbers.counted(found - left + 1, "kind") + " more"));
        }
    }

    /** Returns the number of lines with anomalies, except the first. */
    private static int count(List<Line> lines) {
        return (int) lines.stream().filter(line -> line.rank() > FOUND).count();
    }

    private String bar(int columns) {
        Load load = settings.load();
        boolean isCounted = load.txnCount() != Load.UNLIMITED;
        double share = isCounted
                ? (double) last.ended() / load.txnCount()
                : (double) last.elapsed().toMillis() / load.timeLimit().toMillis();
        int width = Math.clamp(columns - BAR_TEXT_COLUMNS, BAR_COLUMNS_MIN, BAR_COLUMNS_MAX);
        int filled = (int) Math.round(width * Math.clamp(share, 0.0, 1.0));
        String end = isCounted
                ? Numbers.count(last.ended()) + " of " + Numbers.counted(load.txnCount(), "transaction")
                : "of " + time(load.timeLimit());
        return time(last.elapsed()) + " " + "█".repeat(filled) + "░".repeat(width - filled) + " " + end;
    }

    private static String time(Duration duration) {
        return String.format(
                Locale.ROOT, "%02d:%02d:%02d", duration.toHours(), duration.toMinutesPart(), duration.toSecondsPart());
    }

    private static String rate(long count, double seconds) {
        return Numbers.count(Math.round(count / seconds)) + "/s";
    }

    /**
     * Returns the text as one line of the terminal: a message of a database may hold line feeds and escape sequences.
     */
    private static String clipped(String line, int columns) {
        String plain = line.replaceAll("\\p{Cntrl}+", " ");
        return plain.length() <= columns ? plain : plain.substring(0, columns - 1) + "…";
    }
}
