package moirai.cli.terminal;

import java.time.Duration;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import moirai.runs.RunProgress;
import moirai.runs.RunSettings;
import moirai.runs.RunWatcher;
import moirai.runs.interim.InterimVerdict;
import moirai.runs.latency.Latency;
import moirai.runs.latency.Stages;
import moirai.runs.report.Numbers;
import moirai.runs.report.Wrapping;

/** A display of a run's progress: a dashboard at a terminal, a plain line every few seconds elsewhere. */
public final class ProgressDisplay implements RunWatcher, AutoCloseable {

    private static final Duration LINE_INTERVAL = Duration.ofSeconds(5);
    private static final Duration DRAW_INTERVAL = Duration.ofMillis(200);

    /** The maximal number of lines about kinds that are forbidden, and about those that are allowed. */
    private static final int KINDS_MAX = 8;

    /** The control sequence that moves to the first column and erases everything from there on. */
    private static final String CLEAR = "\r\u001b[J";

    /**
     * The control sequence that erases the rest of the line. Erasing after drawing avoids flicker: a redrawn line is
     * never seen empty.
     */
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
    private final Set<Kind> kindsShown = new HashSet<>();
    private int forbiddenShown;
    private int allowedShown;
    private boolean isDrawn;
    private int columnsDrawn;
    private Duration nextLine = LINE_INTERVAL;
    private Duration nextDraw = Duration.ZERO;
    private String shownTrouble = "";
    private List<String> activeFaults = List.of();
    private Optional<InterimVerdict> soFar = Optional.empty();

    /**
     * The style of the display.
     *
     * @param isJudged whether the history is to be checked while the run goes
     * @param isColored whether alarms stand out by a colour
     */
    public record How(boolean isJudged, boolean isColored) {}

    /** A kind of anomaly that was shown. */
    private record Kind(String shape, boolean isForbidden) {}

    /** Creates a display on this terminal; the settings say when a run is done. */
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
            say(what + " …");
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
            say(Numbers.moment(progress.moment()) + " · " + counts(progress) + stage(progress) + soFarInALine());
            nextLine = progress.elapsed().plus(LINE_INTERVAL);
        }
        if (progress.waiting() > 0 && !progress.trouble().equals(shownTrouble)) {
            shownTrouble = progress.trouble();
            say(trouble(progress));
        }
    }

    @Override
    public synchronized void latency(Latency recent) {
        dashboard.latency(recent);
    }

    /**
     * Shows a fault: the dashboard shows the current faults; plain lines show each event, because a log is read
     * afterwards.
     */
    @Override
    public synchronized void fault(String news, List<String> active) {
        activeFaults = List.copyOf(active);
        if (!terminal.isQuiet() && !terminal.isInteractive()) {
            say("fault · " + news);
        }
    }

    @Override
    public boolean wantsVerdicts() {
        return how.isJudged() && !terminal.isQuiet();
    }

    /**
     * Shows the verdict so far: the dashboard shows all of it; plain lines show each shape of an anomaly once, and
     * again if an anomaly of that shape is forbidden. Of many shapes they show the first.
     */
    @Override
    public synchronized void soFar(InterimVerdict verdict) {
        soFar = Optional.of(verdict);
        dashboard.soFar(verdict);
        if (terminal.isQuiet() || terminal.isInteractive()) {
            return;
        }
        verdict.sightings().stream()
                .sorted(Comparator.comparingLong(InterimVerdict.Sighting::completeNanos))
                .filter(one -> kindsShown.add(new Kind(one.shape(), one.isForbidden())))
                .forEach(this::show);
    }

    private void show(InterimVerdict.Sighting one) {
        int shown = one.isForbidden() ? ++forbiddenShown : ++allowedShown;
        if (shown <= KINDS_MAX) {
            say("so far · " + (one.isForbidden() ? "INVALID" : "seen") + " · " + SoFarText.found(one));
        } else if (shown == KINDS_MAX + 1) {
            say("so far · more kinds of anomaly that are " + (one.isForbidden() ? "forbidden" : "allowed")
                    + ": the result has all of them");
        }
    }

    /** Prints a message in lines of 80 columns; what does not fit stands below, indented. */
    private void say(String message) {
        terminal.err().print(Wrapping.hanging(message));
        terminal.err().flush();
    }

    private String verdict(InterimVerdict verdict) {
        return SoFarText.verdict(verdict, settings.levels().expect());
    }

    private String stage(RunProgress progress) {
        Stages stages = settings.load().stages();
        return stages.isStaged() ? " · " + StageText.brief(stages, progress.elapsed()) : "";
    }

    private String soFarInALine() {
        return soFar.filter(seen -> seen.txns() > 0)
                .map(seen -> " · " + verdict(seen))
                .orElse("");
    }

    /**
     * Draws the dashboard below an empty line and moves back to that line. So a message that is written in the
     * meantime, such as that Ctrl-C was heard, stands on that line and stays: the next drawing begins below. Lines are
     * overwritten rather than erased first, and all at once, so nothing flickers. A terminal that was made narrower
     * breaks lines in two, and the position of the cursor is unknown then, so the whole visible screen is erased.
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

    /** Removes the dashboard. */
    @Override
    public synchronized void close() {
        if (isDrawn) {
            terminal.err().print(CLEAR);
            terminal.err().flush();
            isDrawn = false;
        }
    }
}
