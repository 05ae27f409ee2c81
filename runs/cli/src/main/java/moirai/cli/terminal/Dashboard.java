package moirai.cli.terminal;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import moirai.runs.Load;
import moirai.runs.RunProgress;
import moirai.runs.RunSettings;
import moirai.runs.latency.Latency;
import moirai.runs.report.Numbers;

/** What a person sees of a run while it goes: some lines that fit the terminal, drawn again a few times a second. */
final class Dashboard {

    private static final int BAR_COLUMNS = 24;
    private static final long MILLIS_A_SECOND = 1_000;

    private final RunSettings settings;
    private final int columns;
    private RunProgress before = new RunProgress(Duration.ZERO, 0, 0, 0, 0, "");
    private RunProgress last = before;
    private String rates = "";
    private String latency = "";

    /** @param columns no line is longer */
    Dashboard(RunSettings settings, int columns) {
        this.settings = settings;
        this.columns = columns;
    }

    /** Takes in how far the run is; rates are those of the last second or so. */
    void progress(RunProgress progress) {
        long millis = progress.elapsed().minus(before.elapsed()).toMillis();
        if (millis >= MILLIS_A_SECOND || rates.isEmpty()) {
            double seconds = Math.max(1, millis) / 1e3;
            rates = rate(progress.committed() - before.committed(), seconds) + " ok · "
                    + rate(progress.aborted() - before.aborted(), seconds) + " aborted · "
                    + rate(progress.indeterminate() - before.indeterminate(), seconds) + " indeterminate";
            before = progress;
        }
        last = progress;
    }

    void latency(Latency recent) {
        latency = recent.max() == 0
                ? "no transaction committed in the last second"
                : "p50 " + Numbers.millis(recent.p50()) + " · p99 " + Numbers.millis(recent.p99()) + " · max "
                        + Numbers.millis(recent.max())
                        + (settings.load().rate() > 0 ? " from when they were due" : "");
    }

    /** @param faults those that are there now, in words; empty for none */
    List<String> lines(String faults) {
        var lines = new ArrayList<String>();
        lines.add("seed " + settings.seed() + " · expects "
                + settings.levels().expect().label());
        lines.add(bar());
        lines.add("now     " + rates);
        lines.add("total   " + Numbers.count(last.committed()) + " ok · " + Numbers.count(last.aborted())
                + " aborted · " + Numbers.count(last.indeterminate()) + " indeterminate");
        if (!latency.isEmpty()) {
            lines.add("latency " + latency);
        }
        if (!settings.faults().isNone()) {
            lines.add("faults  " + (faults.isEmpty() ? "none now" : faults));
        }
        if (last.waiting() > 0) {
            lines.add("wait    " + Numbers.counted(last.waiting(), "session") + ": " + last.trouble());
        }
        lines.add("verdict judged when the run ends");
        return lines.stream().map(this::clipped).toList();
    }

    private String bar() {
        Load load = settings.load();
        boolean isCounted = load.txnCount() != Load.UNLIMITED;
        double share = isCounted
                ? (double) last.ended() / load.txnCount()
                : (double) last.elapsed().toMillis() / load.timeLimit().toMillis();
        int filled = (int) Math.round(BAR_COLUMNS * Math.clamp(share, 0.0, 1.0));
        String end = isCounted
                ? Numbers.count(last.ended()) + " of " + Numbers.counted(load.txnCount(), "transaction")
                : "of " + time(load.timeLimit());
        return time(last.elapsed()) + " " + "█".repeat(filled) + "░".repeat(BAR_COLUMNS - filled) + " " + end;
    }

    private static String time(Duration duration) {
        return String.format(
                Locale.ROOT, "%02d:%02d:%02d", duration.toHours(), duration.toMinutesPart(), duration.toSecondsPart());
    }

    private static String rate(long count, double seconds) {
        return Numbers.count(Math.round(count / seconds)) + "/s";
    }

    /** One line of the terminal in any case: what a database said may hold line feeds and escapes. */
    private String clipped(String line) {
        String plain = line.replaceAll("\\p{Cntrl}+", " ");
        return plain.length() <= columns ? plain : plain.substring(0, columns - 1) + "…";
    }
}
