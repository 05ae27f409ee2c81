package moirai.cli.terminal;

import java.time.Duration;
import java.util.List;
import moirai.runs.RunProgress;
import moirai.runs.RunSettings;
import moirai.runs.RunWatcher;
import moirai.runs.latency.Latency;
import moirai.runs.report.Numbers;

/** Shows how a run goes: a dashboard where a person watches, a plain line every few seconds elsewhere. */
public final class ProgressDisplay implements RunWatcher, AutoCloseable {

    private static final Duration LINE_INTERVAL = Duration.ofSeconds(5);
    private static final Duration DRAW_INTERVAL = Duration.ofMillis(200);

    /** To the first column, and everything from there on away. */
    private static final String CLEAR = "\r\u001b[J";

    private final Terminal terminal;
    private final Dashboard dashboard;
    private boolean isDrawn;
    private Duration nextLine = LINE_INTERVAL;
    private Duration nextDraw = Duration.ZERO;
    private String shownTrouble = "";
    private volatile String activeFaults = "";

    /** Shows it there; the settings say when a run is done. */
    public ProgressDisplay(Terminal terminal, RunSettings settings) {
        this.terminal = terminal;
        // The last column is left free: some terminals begin a new line when it is written to.
        this.dashboard = new Dashboard(settings, (terminal.isInteractive() ? TerminalWidth.columns() : 80) - 1);
    }

    @Override
    public void stage(String what) {
        close();
        nextLine = LINE_INTERVAL;
        nextDraw = Duration.ZERO;
        if (!terminal.isQuiet() && !what.equals("running")) {
            terminal.err().println(what + " …");
        }
    }

    @Override
    public void progress(RunProgress progress) {
        if (terminal.isQuiet()) {
            return;
        }
        if (terminal.isInteractive()) {
            dashboard.progress(progress);
            if (progress.elapsed().compareTo(nextDraw) >= 0) {
                draw();
                nextDraw = progress.elapsed().plus(DRAW_INTERVAL);
            }
            return;
        }
        if (progress.elapsed().compareTo(nextLine) >= 0) {
            terminal.err().println(Numbers.seconds(progress.elapsed()) + " · " + counts(progress));
            nextLine = progress.elapsed().plus(LINE_INTERVAL);
        }
        if (progress.waiting() > 0 && !progress.trouble().equals(shownTrouble)) {
            shownTrouble = progress.trouble();
            terminal.err().println(trouble(progress));
        }
    }

    @Override
    public void latency(Latency recent) {
        dashboard.latency(recent);
    }

    /** On the dashboard what is there now; on plain lines each event, for a log is read afterwards. */
    @Override
    public void fault(String news, String active) {
        activeFaults = active;
        if (!terminal.isQuiet() && !terminal.isInteractive()) {
            terminal.err().println("fault · " + news);
        }
    }

    /**
     * Draws below an empty line and goes back to it, so that whatever else is written in the meantime, such as that
     * Ctrl-C was heard, stands on that line and stays: the next drawing begins below.
     */
    private void draw() {
        List<String> lines = dashboard.lines(activeFaults);
        var text = new StringBuilder(CLEAR);
        lines.forEach(line -> text.append("\r\n").append(line));
        text.append("\r\u001b[").append(lines.size()).append('A');
        terminal.err().print(text);
        terminal.err().flush();
        isDrawn = true;
    }

    private static String counts(RunProgress progress) {
        double seconds = Math.max(1e-3, progress.elapsed().toMillis() / 1e3);
        String counts = Numbers.count(progress.committed()) + " ok ("
                + Numbers.count(Math.round(progress.committed() / seconds)) + "/s) · "
                + Numbers.count(progress.aborted()) + " aborted"
                + (progress.indeterminate() == 0
                        ? ""
                        : " · " + Numbers.count(progress.indeterminate()) + " indeterminate");
        return progress.waiting() == 0 ? counts : counts + " · " + progress.waiting() + " sessions wait";
    }

    private static String trouble(RunProgress progress) {
        return Numbers.counted(progress.waiting(), "session") + " could not be opened and will be tried again: "
                + progress.trouble();
    }

    /** Takes the dashboard away. */
    @Override
    public void close() {
        if (isDrawn) {
            terminal.err().print(CLEAR);
            terminal.err().flush();
            isDrawn = false;
        }
    }
}
