package moirai.compatibility;

import java.io.PrintStream;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.LogManager;

/**
 * Runs the checks of one client one by one and prints a line for each: client, check, ok or the error.
 *
 * <p>The first action prepares the checks: if it fails, every check fails with its error.
 */
final class Checks {

    static final String URL = "jdbc:postgresql://" + System.getenv("HOST") + ":" + System.getenv("PORT") + "/"
            + System.getenv("DATABASE");
    static final String LOGIN = System.getenv("LOGIN");
    static final String PASSWORD = System.getenv("PASSWORD");

    private static final int SECONDS_MAX = 60;

    /** An action that may throw anything. */
    @FunctionalInterface
    interface Action {
        void run() throws Exception;
    }

    private record Check(String name, Action action) {}

    private final List<Check> checks = new ArrayList<>();
    private final PrintStream out;

    Checks() {
        this(System.out);
    }

    Checks(PrintStream out) {
        this.out = out;
    }

    void check(String name, Action action) {
        checks.add(new Check(name, action));
    }

    /** Runs all checks, and ends this program without waiting for threads that they have left. */
    void run(Action prepare) {
        // What a library tells goes to the error output, and only if it matters.
        LogManager.getLogManager().getLogger("").setLevel(Level.SEVERE);
        Throwable unprepared = failure("prepare", prepare);
        for (Check check : checks) {
            Throwable failure = unprepared == null ? failure(check.name(), check.action()) : unprepared;
            out.println(System.getenv("CLIENT") + "\t" + check.name() + "\t"
                    + (failure == null ? "ok" : description(failure)));
        }
        out.flush();
        Runtime.getRuntime().halt(0);
    }

    /** Returns what went wrong, or null. An action that does not end keeps its thread; the next one gets another. */
    private static Throwable failure(String name, Action action) {
        var outcome = new CompletableFuture<Throwable>();
        Thread.ofPlatform().daemon().start(() -> {
            try {
                action.run();
                outcome.complete(null);
            } catch (Throwable thrown) {
                outcome.complete(thrown);
            }
        });
        Throwable failure = outcome.completeOnTimeout(
                        new IllegalStateException("no answer in " + SECONDS_MAX + " s"), SECONDS_MAX, TimeUnit.SECONDS)
                .join();
        if (failure != null && name.equals(System.getenv("TRACE"))) {
            failure.printStackTrace();
        }
        return failure;
    }

    /** Returns the type, the code and the text of an error on one line, those of the server if it said something. */
    private static String description(Throwable failure) {
        Throwable said = failure;
        for (Throwable cause : causes(failure)) {
            if (cause instanceof SQLException sql && sql.getSQLState() != null) {
                said = cause;
            }
        }
        String code = said instanceof SQLException sql && sql.getSQLState() != null ? " " + sql.getSQLState() : "";
        String text = said.getClass().getSimpleName() + code + ": " + said.getMessage();
        return String.join(" ", text.strip().split("\\s+"));
    }

    private static List<Throwable> causes(Throwable failure) {
        var causes = new ArrayList<Throwable>();
        for (Throwable at = failure; at != null && causes.size() < 20; at = at.getCause()) {
            causes.add(at);
            if (at instanceof SQLException sql && sql.getNextException() != null) {
                causes.add(sql.getNextException());
            }
        }
        return causes;
    }

    /** Asserts that two values are equal; arrays are, if their elements are. */
    static void same(Object found, Object expected) {
        if (!Objects.deepEquals(found, expected)) {
            throw new AssertionError("found " + text(found) + ", and not " + text(expected));
        }
    }

    private static String text(Object value) {
        return value instanceof Object[] array ? Arrays.deepToString(array) : String.valueOf(value);
    }

    /** Asserts a condition; the error tells what was found. */
    static void holds(boolean condition, Object found) {
        if (!condition) {
            throw new AssertionError("found " + found);
        }
    }

    /** Asserts that an action fails with an error that has this code of PostgreSQL somewhere inside. */
    static void refused(String code, Action action) throws Exception {
        try {
            action.run();
        } catch (Exception failure) {
            if (causes(failure).stream().anyMatch(e -> e instanceof SQLException s && code.equals(s.getSQLState()))) {
                return;
            }
            throw failure;
        }
        throw new AssertionError("accepted, and not refused with " + code);
    }

    /** Asserts that an action fails with an error of this type. */
    static void fails(Class<? extends Throwable> type, Action action) throws Exception {
        try {
            action.run();
        } catch (Exception failure) {
            if (causes(failure).stream().anyMatch(type::isInstance)) {
                return;
            }
            throw failure;
        }
        throw new AssertionError("accepted, and not refused with " + type.getSimpleName());
    }

    /** Starts an action in a thread of its own. */
    static CompletableFuture<Void> start(Action action) {
        return CompletableFuture.runAsync(
                () -> {
                    try {
                        action.run();
                    } catch (Exception failure) {
                        throw new CompletionException(failure);
                    }
                },
                task -> Thread.ofPlatform().daemon().start(task));
    }

    /** Opens a connection of pgjdbc, with options as they stand in a URL. */
    static Connection connect(String... options) throws SQLException {
        return DriverManager.getConnection(URL + "?" + String.join("&", options), LOGIN, PASSWORD);
    }

    /** Executes statements one by one in a connection of their own. */
    static void execute(String... statements) throws SQLException {
        try (Connection connection = connect()) {
            execute(connection, statements);
        }
    }

    static void execute(Connection connection, String... statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    /** Returns the first column of the first row as text. */
    static String value(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                var rows = statement.executeQuery(query)) {
            rows.next();
            return rows.getString(1);
        }
    }
}
