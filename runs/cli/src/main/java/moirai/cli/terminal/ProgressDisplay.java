package moirai.cli.terminal;

import java.time.Duration;
import java.util.Optional;
import me.tongfei.progressbar.DelegatingProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import moirai.runs.Load;
import moirai.runs.RunProgress;
import moirai.runs.RunWatcher;
import moirai.runs.report.Numbers;

/** Shows how a run goes: a bar where a person watches, a plain line every few seconds elsewhere. */
public final class ProgressDisplay implements RunWatcher, AutoCloseable {

    private static final Duration LINE_INTERVAL = Duration.ofSeconds(5);
    private static final long MILLIS_A_SECOND = 1_000;

    private final Terminal terminal;
    private final Load load;
    private Optional<ProgressBar> bar = Optional.empty();
    private Duration nextLine = LINE_INTERVAL;
    private String shownTrouble = "";
    private volatile String activeFaults = "";

    /** Shows it there; the load says when a run is done. */
    public ProgressDisplay(Terminal terminal, Load load) {
        this.terminal = terminal;
        this.load = load;
    }

    @Override
    public void stage(String what) {
        close();
        if (terminal.isQuiet()) {
            return;
        }
        if (what.equals("running")) {
            bar = terminal.isInteractive() ? Optional.of(newBar()) : Optional.empty();
            nextLine = LINE_INTERVAL;
        } else {
            terminal.err().println(what + " …");
        }
    }

    @Override
    public void progress(RunProgress progress) {
        if (terminal.isQuiet()) {
            return;
        }
        if (bar.isPresent()) {
            bar.get().stepTo(isCounted() ? progress.ended() : progress.elapsed().toMillis());
            bar.get().setExtraMessage(" " + counts(progress) + faults());
        } else if (progress.elapsed().compareTo(nextLine) >= 0) {
            terminal.err().println(Numbers.seconds(progress.elapsed()) + " · " + counts(progress));
            nextLine = progress.elapsed().plus(LINE_INTERVAL);
        }
        if (bar.isEmpty() && progress.waiting() > 0 && !progress.trouble().equals(shownTrouble)) {
            shownTrouble = progress.trouble();
            terminal.err().println(trouble(progress));
        }
    }

    /** In the bar what is there now; on plain lines each event, for a log is read afterwards. */
    @Override
    public void fault(String news, String active) {
        activeFaults = active;
        if (!terminal.isQuiet() && !terminal.isInteractive()) {
            terminal.err().println("fault · " + news);
        }
    }

    private boolean isCounted() {
        return load.txnCount() != Load.UNLIMITED;
    }

    /**
     * The library's own consumer would ask JLine for the terminal, and JLine gives SIGINT back to the system: Ctrl-C
     * would kill the run instead of ending it.
     */
    private void redraw(String line) {
        terminal.err().print("\r" + line);
        terminal.err().flush();
    }

    private ProgressBar newBar() {
        return new ProgressBarBuilder()
                .setTaskName("run")
                .setStyle(ProgressBarStyle.UNICODE_BLOCK)
                .setUpdateIntervalMillis(200)
                .hideEta()
                .setUnit(isCounted() ? " txns" : " s", isCounted() ? 1 : MILLIS_A_SECOND)
                .setInitialMax(isCounted() ? load.txnCount() : load.timeLimit().toMillis())
                .setConsumer(new DelegatingProgressBarConsumer(this::redraw, TerminalWidth.columns() - 1))
                .build();
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

    private String faults() {
        return activeFaults.isEmpty() ? "" : " · " + activeFaults;
    }

    private static String trouble(RunProgress progress) {
        return Numbers.counted(progress.waiting(), "session") + " could not be opened and will be tried again: "
                + progress.trouble();
    }

    @Override
    public void close() {
        if (bar.isPresent()) {
            bar.get().close();
            bar = Optional.empty();
            terminal.err().println();
        }
    }
}
