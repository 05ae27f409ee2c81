package moirai.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.logging.ErrorManager;
import java.util.logging.FileHandler;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * The log of a run, {@code run.log}, which receives the messages of libraries and of Moirai. None of them reaches the
 * terminal. The driver logs by {@code java.util.logging} and the pool by slf4j, which is bound to it: one back end.
 */
final class RunLog implements AutoCloseable {

    private static final Logger ROOT = Logger.getLogger("");

    /**
     * The logger of connection pools. Each session has a pool, whose start and end are not worth a message. The field
     * keeps the logger from being collected, which would lose its level.
     */
    private static final Logger POOLS = Logger.getLogger("com.zaxxer.hikari");

    private final FileHandler file;

    private RunLog(FileHandler file) {
        this.file = file;
    }

    /** Removes all handlers: the console stays clean, and messages outside a run are lost. */
    static void silence() {
        LogManager.getLogManager().reset();
        POOLS.setLevel(Level.WARNING);
    }

    /** Logs to a file until closed. */
    static RunLog to(Path path) {
        try {
            // The handler reads % as a pattern.
            var file = new FileHandler(path.toString().replace("%", "%%"), true);
            file.setFormatter(new OneLine());
            file.setLevel(Level.INFO);
            // A full disk is told once, by the run; the handler would print a stack trace for every entry.
            file.setErrorManager(new Quiet());
            ROOT.addHandler(file);
            return new RunLog(file);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Records a failure with its stack trace. */
    void failure(Exception failed) {
        ROOT.log(Level.SEVERE, "the run failed", failed);
    }

    void info(String message) {
        ROOT.log(Level.INFO, message);
    }

    @Override
    public void close() {
        ROOT.removeHandler(file);
        file.close();
    }

    private static final class Quiet extends ErrorManager {

        @Override
        public synchronized void error(String message, Exception failed, int code) {}
    }

    /** A format with time, level, logger and message on one line; a stack trace follows on the lines below. */
    private static final class OneLine extends Formatter {

        @Override
        public String format(LogRecord entry) {
            var text = new StringWriter();
            var out = new PrintWriter(text);
            Instant time = Instant.ofEpochMilli(entry.getMillis()).truncatedTo(ChronoUnit.MILLIS);
            out.print(time + " " + entry.getLevel().getName() + " " + entry.getLoggerName() + " - "
                    + formatMessage(entry) + "\n");
            if (entry.getThrown() != null) {
                entry.getThrown().printStackTrace(out);
            }
            out.flush();
            return text.toString();
        }
    }
}
