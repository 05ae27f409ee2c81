package moirai.cli.terminal;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import moirai.runs.RunProgress;
import moirai.runs.RunSettings;
import moirai.runs.RunWatcher;
import moirai.runs.interim.InterimVerdict;
import moirai.runs.latency.Latency;
import moirai.runs.report.Numbers;

/** Shows how a run goes: a dashboard where a person watches, a plain line every few seconds elsewhere. */
public final class ProgressDisplay implements RunWatcher, AutoCloseable {

    private static final Duration LINE_INTERVAL = Duration.ofSeconds(5);
    private static final Duration DRAW_INTERVAL = Duration.ofMillis(200);

    /** To the first column, and everything from there on away. */
    private static final String CLEAR = "\r\u001b[J";

    /** The rest of the line, or of the screen, away: what is drawn again is never seen empty in between. */
    private static final String CLEAR_LINE = "\u001b[K";

    private static final String CLEAR_SCREEN = "\u001b[H\u001b[J";
    private static final String CLEAR_BELOW = "\u001b[J";
    private static final String ALARM = "\u001b[1;31m";
    private static final String PLAIN = "\u001b[0m";

    private final Terminal terminal;
    private final RunSettings settings;
    private final How how;
    private final Screen screen;
    private final Dashboard dashboard;
    private final Set<InterimVerdict.Sighting> sightingsShown = new HashSet<>();
    private boolean isDrawn;
    private int columnsDrawn;
    private Duration nextLine = LINE_INTERVAL;
    private Duration nextDraw = Duration.ZERO;
    private String shownTrouble = "";
    private String shownLimit = "";
    private List<String> activeFaults = List.of();
    private Optional<InterimVerdict> soFar = Optional.empty();

    /**
     * What is shown, and how.
     *
     * @param isJudged whether the history is to be checked while the run goes
     * @param isColored whether what nobody may overlook stands out by a colour
     */
    public record How(boolean isJudged, boolean isColored) {}

    /** Shows it there; the settings say when a run is done. */
    public ProgressDisplay(Terminal terminal, RunSettings settings, How how) {
        this(
                terminal,
                settings,
                how,
                terminal.isInteractive() ? Screen.ofMessages() : new Screen(() -> TerminalSize.DEFAULT));
    }

    ProgressDisplay(Terminal terminal, RunSettings settings, How how, Screen screen) {
        this.terminal = terminal;
        this.settings = settings;
        this.how = how;
        this.screen = screen;
        this.dashboard = new Dashboard(settings, how.isJudged());
    }

    @Override
    public synchronized void stage(String what) {
        close();
        nextLine = LINE_INTERVAL;
        nextDraw = Duration.ZERO;
        if (!terminal.isQuiet() && !what.equals("running")) {
            terminal.err().println(what + " …");
        }
    }

    @Override
    public synchronized void progress(RunProgress progress) {
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
            terminal.err().println(Numbers.seconds(progress.elapsed()) + " · " + counts(progress) + soFarInALine());
            nextLine = progress.elapsed().plus(LINE_INTERVAL);
        }
        if (progress.waiting() > 0 && !progress.trouble().equals(shownTrouble)) {
            shownTrouble = progress.trouble();
            terminal.err().println(trouble(progress));
        }
    }

    @Override
    public synchronized void latency(Latency recent) {
        dashboard.latency(recent);
    }

    /** On the dashboard what is there now; on plain lines each event, for a log is read afterwards. */
    @Override
    public synchronized void fault(String news, List<String> active) {
        activeFaults = List.copyOf(active);
        if (!terminal.isQuiet() && !terminal.isInteractive()) {
            terminal.err().println("fault · " + news);
        }
    }

    @Override
    public boolean wantsVerdicts() {
        return how.isJudged() && !terminal.isQuiet();
    }

    /** On the dashboard all of it; on plain lines each shape of an anomaly once, and again if one is forbidden. */
    @Override
    public synchronized void soFar(InterimVerdict verdict) {
        soFar = Optional.of(verdict);
        dashboard.soFar(verdict);
        if (terminal.isQuiet() || terminal.isInteractive()) {
            return;
        }
        for (InterimVerdict.Sighting one : verdict.sightings()) {
            if (sightingsShown.add(one)) {
                terminal.err()
                        .println("so far · " + (one.isForbidden() ? "INVALID" : "seen") + " · " + SoFarText.found(one));
            }
        }
        if (!verdict.limit().isEmpty() && !verdict.limit().equals(shownLimit)) {
            shownLimit = verdict.limit();
            terminal.err().println("so far · " + verdict(verdict));
        }
    }

    private String verdict(InterimVerdict verdict) {
        return SoFarText.verdict(verdict, settings.levels().expect());
    }

    private String soFarInALine() {
        return soFar.filter(seen -> seen.limit().isEmpty() && seen.txns() > 0)
                .map(seen -> " · " + verdict(seen))
                .orElse("");
    }

    /**
     * Draws below an empty line and goes back to it, so that whatever else is written in the meantime, such as that
     * Ctrl-C was heard, stands on that line and stays: the next drawing begins below. Lines are written over, not taken
     * away first, and all at once, so nothing flickers. Who makes the terminal narrower breaks lines in two, and nobody
     * can tell where the cursor is then: so everything that is to be seen is taken away.
     */
    private void draw() {
        TerminalSize size = screen.size();
        List<Dashboard.Line> lines = dashboard.lines(activeFaults, size);
        var text = new StringBuilder(isDrawn && size.columns() < columnsDrawn ? CLEAR_SCREEN : "\r");
        columnsDrawn = size.columns();
        for (Dashboard.Line line : lines) {
            boolean isColored = line.isAlarm() && how.isColored();
            text.append("\r\n")
                    .append(isColored ? ALARM : "")
                    .append(line.text())
                    .append(isColored ? PLAIN : "")
                    .append(CLEAR_LINE);
        }
        text.append(CLEAR_BELOW).append("\r\u001b[").append(lines.size()).append('A');
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
    public synchronized void close() {
        if (isDrawn) {
            terminal.err().print(CLEAR);
            terminal.err().flush();
            isDrawn = false;
        }
    }
}
