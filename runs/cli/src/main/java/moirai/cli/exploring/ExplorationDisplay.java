package moirai.cli.exploring;

import java.time.Duration;
import java.util.OptionalDouble;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import moirai.cli.terminal.Terminal;
import moirai.exploration.Exploration;

/**
 * A display of a search's progress, which also ends the search when its time is up: at a terminal a line that is
 * redrawn, elsewhere a new line every few seconds.
 */
public final class ExplorationDisplay implements Exploration.Progress, AutoCloseable {

    private static final long REDRAW_NANOS = Duration.ofMillis(200).toNanos();
    private static final long LINE_NANOS = Duration.ofSeconds(5).toNanos();

    /** The time of a search after which the total is estimated; shorter searches need no estimate. */
    private static final long ESTIMATE_AFTER_NANOS = Duration.ofSeconds(2).toNanos();

    private static final double NANOS_A_SECOND = 1e9;

    private final Terminal terminal;
    private final long limitNanos;
    private final DoubleSupplier total;
    private final LongSupplier clock;
    private final long begin;
    private OptionalDouble estimate = OptionalDouble.empty();
    private long nextLine;
    private boolean isLineOpen;
    private boolean isShrinking;

    /**
     * Starts the display of a search that begins now.
     *
     * @param total about how many histories there will be; asked once, if the search takes long
     */
    public ExplorationDisplay(Terminal terminal, Duration limit, DoubleSupplier total) {
        this(terminal, limit, total, System::nanoTime);
    }

    /**
     * Starts the display of a search that begins now.
     *
     * @param clock in nanoseconds from an arbitrary origin
     */
    ExplorationDisplay(Terminal terminal, Duration limit, DoubleSupplier total, LongSupplier clock) {
        this.terminal = terminal;
        this.limitNanos = limit.toNanos();
        this.total = total;
        this.clock = clock;
        this.begin = clock.getAsLong();
        this.nextLine = terminal.isInteractive() ? REDRAW_NANOS : LINE_NANOS;
    }

    /** Returns how long the search has taken. */
    public Duration elapsed() {
        return Duration.ofNanos(clock.getAsLong() - begin);
    }

    @Override
    public boolean reached(long histories, long ends, int open) {
        long elapsed = clock.getAsLong() - begin;
        if (elapsed >= nextLine && !terminal.isQuiet()) {
            show(ends, open, elapsed);
            // The estimate may have taken its time.
            nextLine = clock.getAsLong() - begin + (terminal.isInteractive() ? REDRAW_NANOS : LINE_NANOS);
        }
        return elapsed < limitNanos;
    }

    private void show(long ends, int open, long elapsed) {
        if (!isShrinking && estimate.isEmpty() && elapsed >= ESTIMATE_AFTER_NANOS) {
            estimate = OptionalDouble.of(total.getAsDouble());
        }
        String line = isShrinking
                ? ExplorationText.shrinking(ends, elapsed / NANOS_A_SECOND)
                : ExplorationText.progress(ends, open, estimate, elapsed / NANOS_A_SECOND);
        if (terminal.isInteractive()) {
            terminal.err().print("\r\u001b[K" + line);
            isLineOpen = true;
        } else {
            terminal.err().println(line);
        }
        terminal.err().flush();
    }

    /** Announces that smaller programs are searched from here on, whose number of histories is unknown. */
    public void shrinks() {
        clear();
        isShrinking = true;
    }

    /** Removes the line, because a result follows. */
    public void clear() {
        if (isLineOpen) {
            terminal.err().print("\r\u001b[K");
            terminal.err().flush();
            isLineOpen = false;
        }
    }

    @Override
    public void close() {
        clear();
    }
}
