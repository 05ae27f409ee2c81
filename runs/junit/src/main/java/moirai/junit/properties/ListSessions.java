package moirai.junit.properties;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.Stream;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.RunHeader;
import moirai.junit.databases.Restoring;

/**
 * Sessions with transactions on lists, and the record of what they saw: the state of a chain of {@link ListActions}.
 *
 * <p>Time is the number of steps so far. Steps are taken one after the other, so it orders transactions as real time
 * does, and it is the same when a chain is run again.
 *
 * <p>{@link #history} ends the sessions, and so does a step that throws. Otherwise they end with the try of the
 * property that has run the chain; outside of properties they have to be closed.
 */
public final class ListSessions implements AutoCloseable {

    private static final int DROP_SECONDS_MAX = 10;

    private static final AtomicLong TABLES = new AtomicLong();

    private final ListActions actions;
    private final ListSql sql;
    private final List<ListSession> sessions = new ArrayList<>();
    private final HistoryBuilder record = new HistoryBuilder(RunHeader.NONE);
    private final int[] elements;
    private int nextSession;
    private long time;
    private boolean isEnded;

    private ListSessions(ListActions actions, ListSql sql) {
        this.actions = actions;
        this.sql = sql;
        this.elements = new int[actions.keys()];
    }

    /**
     * Makes a table with empty lists and opens the sessions.
     *
     * @throws IllegalStateException if the database is outside of this process and not permitted, or cannot be used
     */
    static ListSessions open(ListActions actions) {
        String table = "moirai_lists_" + ProcessHandle.current().pid() + "_" + TABLES.incrementAndGet();
        ListSessions opened;
        try (Connection connection = new Restoring(actions.dataSource()).getConnection()) {
            ListConsent.require(connection.getMetaData(), actions.permitted());
            var sql = new ListSql(table, isConcatenatedByFunction(connection));
            opened = new ListSessions(actions, sql);
            create(connection, sql, actions.keys());
        } catch (SQLException failed) {
            throw new IllegalStateException("cannot make a table of lists: " + failed.getMessage(), failed);
        }
        try {
            for (int session = 0; session < actions.sessions(); session++) {
                opened.sessions.add(opened.connected());
            }
        } catch (RuntimeException failed) {
            opened.endAfter(failed);
            throw failed;
        }
        SessionsOfTry.add(opened);
        return opened;
    }

    private static boolean isConcatenatedByFunction(Connection connection) throws SQLException {
        String product = connection.getMetaData().getDatabaseProductName().toLowerCase(Locale.ROOT);
        return Stream.of("mysql", "mariadb").anyMatch(product::contains);
    }

    private static void create(Connection connection, ListSql sql, int keys) throws SQLException {
        connection.setAutoCommit(true);
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql.create());
            try {
                for (int key = 0; key < keys; key++) {
                    statement.execute(sql.insert(key));
                }
            } catch (SQLException | RuntimeException failed) {
                try {
                    statement.execute(sql.drop());
                } catch (SQLException left) {
                    failed.addSuppressed(left);
                }
                throw failed;
            }
        }
    }

    private ListSession connected() {
        return ListSession.open(actions, sql, nextSession++);
    }

    /** Reads a list in the open transaction of a session, or in a new one. */
    public void read(int session, int key) {
        step(session, taken -> taken.read(key, ++time));
    }

    /** Appends the next number to a list in the open transaction of a session, or in a new one. */
    public void append(int session, int key) {
        step(session, taken -> taken.append(key, ++elements[key], ++time));
    }

    /** Commits the open transaction of a session, if there is one. */
    public void commit(int session) {
        step(session, taken -> taken.commit(++time));
    }

    /** Rolls back the open transaction of a session, if there is one. */
    public void rollBack(int session) {
        step(session, taken -> taken.rollBack(++time));
    }

    /** Takes a step. If it throws, the chain does not go on, and nobody will ask for its history. */
    private void step(int session, Consumer<ListSession> step) {
        requireOpen();
        try {
            step.accept(sessions.get(session));
            settle(session);
        } catch (RuntimeException | Error failed) {
            endAfter(failed);
            throw failed;
        }
    }

    private void requireOpen() {
        if (isEnded) {
            throw new IllegalStateException("the sessions have ended; history() may be called once, and last");
        }
    }

    /** Records the transaction that has ended, if one has; replaces a session that is over. */
    private void settle(int index) {
        ListSession session = sessions.get(index);
        session.takeEnded().ifPresent(record::add);
        if (session.isOver()) {
            session.close();
            sessions.set(index, connected());
        }
    }

    /**
     * Commits all open transactions, reads all lists in a last transaction, and ends the sessions. May be called once.
     *
     * @return what all sessions saw
     */
    public History history() {
        requireOpen();
        try {
            for (int session = 0; session < sessions.size(); session++) {
                commit(session);
            }
            sessions.add(connected());
            int last = sessions.size() - 1;
            for (int key = 0; key < actions.keys() && !sessions.get(last).isOver(); key++) {
                if (elements[key] > 0) {
                    read(last, key);
                }
            }
            commit(last);
        } catch (RuntimeException | Error failed) {
            endAfter(failed);
            throw failed;
        }
        close();
        return record.build();
    }

    private void endAfter(Throwable failed) {
        try {
            close();
        } catch (IllegalStateException left) {
            failed.addSuppressed(left);
        }
    }

    /**
     * Ends the sessions, if they have not ended, and removes the table. Within a try of a property jqwik does that at
     * its end.
     *
     * @throws IllegalStateException if the table cannot be removed
     */
    @Override
    public void close() {
        if (isEnded) {
            return;
        }
        isEnded = true;
        sessions.forEach(ListSession::close);
        try (Connection connection = new Restoring(actions.dataSource()).getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(true);
            statement.setQueryTimeout(DROP_SECONDS_MAX);
            statement.execute(sql.drop());
        } catch (SQLException failed) {
            throw new IllegalStateException("cannot drop the table of lists: " + failed.getMessage(), failed);
        }
    }

    /** Returns how many sessions have an open transaction. */
    @Override
    public String toString() {
        return sessions.stream().filter(ListSession::isActive).count() + " open transactions at step " + time;
    }
}
