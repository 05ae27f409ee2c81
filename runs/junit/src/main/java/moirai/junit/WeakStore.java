package moirai.junit;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;
import moirai.history.level.IsolationLevel;
import moirai.junit.weak.Call;
import moirai.junit.weak.Ended;
import moirai.junit.weak.MisuseException;
import moirai.junit.weak.NamedCall;
import moirai.junit.weak.StuckException;
import moirai.junit.weak.Tries;
import moirai.mockstore.StoreException;
import moirai.mockstore.jdbc.MockDatabases;
import moirai.mockstore.jdbc.MoiraiDataSource;
import moirai.mockstore.sql.SqlDatabase;
import moirai.mockstore.sql.SqlResult;
import moirai.mockstore.sql.SqlSession;

/**
 * A database of an {@link IsolationTest}, whose reads return any value that the level allows while calls run in
 * parallel. Before and after, every transaction sees what was committed last.
 *
 * <p>The database understands the SQL of PostgreSQL as far as the mock store does, and refuses the rest by name.
 */
public final class WeakStore {

    /** The SQLSTATE of what the store does not support. */
    private static final String NOT_SUPPORTED = "0A000";

    private static final AtomicLong NAMES = new AtomicLong();

    private final Tries tries;
    private final IsolationLevel level;
    private final SqlDatabase database;
    private final DataSource source;
    private String url = "";

    WeakStore(Tries tries, IsolationLevel level) {
        this.tries = tries;
        this.level = level;
        this.database = tries.database();
        this.source = MoiraiDataSource.of(database);
    }

    /**
     * Returns the level of this test, as the annotation names it; at a product, the strongest level that it implies.
     */
    public IsolationLevel level() {
        return level;
    }

    /** Returns a data source of the database. A connection commits each statement unless it is told not to. */
    public DataSource dataSource() {
        return source;
    }

    /** Returns a JDBC URL of the database, which is valid during the test. */
    public synchronized String url() {
        if (url.isEmpty()) {
            String name = "weak-store-" + NAMES.incrementAndGet();
            MockDatabases.add(name, database);
            url = "jdbc:moirai:mem:" + name;
        }
        return url;
    }

    /** Makes the URL, if there is one, lead to this database no more. */
    synchronized void forgetUrl() {
        if (!url.isEmpty()) {
            MockDatabases.drop(url.substring(url.lastIndexOf(':') + 1));
        }
    }

    /**
     * Executes statements that semicolons separate, and commits each.
     *
     * @throws IllegalArgumentException if the store refuses one; the message has the statement and the reason
     * @throws MisuseException if the store does not support one
     */
    public void execute(String script) {
        try (SqlSession session = database.session()) {
            for (String statement : session.split(script)) {
                executed(session, statement);
            }
        }
    }

    /**
     * Returns the single number that a query finds.
     *
     * @throws IllegalArgumentException if the store refuses the query, or it finds something else
     * @throws MisuseException if the store does not support the query
     */
    public long number(String query) {
        try (SqlSession session = database.session()) {
            List<List<Object>> rows = executed(session, query).rows();
            if (rows.size() == 1
                    && rows.getFirst().size() == 1
                    && rows.getFirst().getFirst() instanceof Number number) {
                return number.longValue();
            }
            throw new IllegalArgumentException("'" + query + "' finds " + rows + "; expected one row with one number");
        }
    }

    private static SqlResult executed(SqlSession session, String statement) {
        try {
            return session.execute(statement);
        } catch (StoreException refused) {
            String text = "the store refuses '" + statement + "': " + refused.getMessage() + " (SQLSTATE "
                    + refused.sqlState() + ")";
            throw refused.sqlState().equals(NOT_SUPPORTED)
                    ? new MisuseException(text)
                    : new IllegalArgumentException(text, refused);
        }
    }

    /**
     * Runs calls at the same time, each as a session of its own, and returns when all have ended. One transaction runs
     * at a time; which one is next, and what its reads return, differs from try to try. What the calls have committed
     * is visible afterwards.
     *
     * <p>A call that throws a conflict of isolation has been aborted, as an application that does not try again would
     * be. A call that throws anything else fails the test, when the others have ended.
     *
     * @return the end of each call, in the order of the calls; when a failure is made smaller, a call that is left out
     *     counts as aborted
     * @throws InterruptedException if the calling thread is interrupted, as by a timeout
     * @throws StuckException if a call neither ends nor begins a transaction
     */
    public List<Ended> inParallel(Call... calls) throws InterruptedException, StuckException {
        return tries.inParallel(Arrays.asList(calls));
    }

    /** Returns a call with a name for reports. */
    public static Call named(String name, Call call) {
        return new NamedCall(name, call);
    }
}
