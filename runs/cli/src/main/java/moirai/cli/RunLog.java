package moirai.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.logging.ErrorManager;
import java.util.logging.FileHandler;
import java.util.logging.Filter;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.regex.Pattern;
import moirai.runs.report.Numbers;

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

    private final Repeated repeated;

    private RunLog(FileHandler file, Repeated repeated) {
        this.file = file;
        this.repeated = repeated;
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
            var repeated = new Repeated();
            file.setFilter(repeated);
            ROOT.addHandler(file);
            return new RunLog(file, repeated);
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
        repeated.summary().forEach(file::publish);
        file.close();
    }

    /**
     * Lets the first few entries of a kind pass and counts the rest: a node that is down is one failure, however often
     * sessions meet it. Entries are of one kind if they differ in nothing but numbers.
     */
    private static final class Repeated implements Filter {

        private static final int SHOWN_MAX = 3;

        /** The number of kinds that are told apart; of others each entry passes. */
        private static final int KINDS_MAX = 500;

        private static final Pattern NUMBERS = Pattern.compile("\\w*\\d\\w*");

        private record Kind(String logger, Level level, String message, String thrown) {}

        private final Map<Kind, Integer> counts = new LinkedHashMap<>();

        @Override
        public synchronized boolean isLoggable(LogRecord entry) {
            if (entry.getLevel().intValue() < Level.WARNING.intValue()) {
                return true;
            }
            var kind = new Kind(
                    String.valueOf(entry.getLoggerName()),
                    entry.getLevel(),
                    withoutNumbers(entry.getMessage()),
                    withoutNumbers(String.valueOf(entry.getThrown())));
            if (counts.size() >= KINDS_MAX && !counts.containsKey(kind)) {
                return true;
            }
            return counts.merge(kind, 1, Integer::sum) <= SHOWN_MAX;
        }

        private static String withoutNumbers(String text) {
            return NUMBERS.matcher(String.valueOf(text)).replaceAll("#");
        }

        /** Returns an entry for each kind of which some did not pass. */
        synchronized List<LogRecord> summary() {
            List<LogRecord> summary = counts.entrySet().stream()
                    .filter(kind -> kind.getValue() > SHOWN_MAX)
                    .map(kind -> more(kind.getKey(), kind.getValue() - SHOWN_MAX))
                    .toList();
            counts.clear();
            return summary;
        }

        private static LogRecord more(Kind kind, int count) {
            String thrown = kind.thrown().equals("null") ? "" : ": " + kind.thrown();
            var entry = new LogRecord(
                    Level.INFO, Numbers.counted(count, "more line") + " like: " + kind.message() + thrown);
            entry.setLoggerName(kind.logger());
            return entry;
        }
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
