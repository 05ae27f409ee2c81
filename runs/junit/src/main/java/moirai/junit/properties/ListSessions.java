package moirai.junit.properties;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.RunHeader;

/**
 * Sessions with transactions on lists, and the record of what they saw: the state of a chain of {@link ListActions}.
 *
 * <p>Time is the number of steps so far. Steps are taken one after the other, so it orders transactions as real time
 * does, and it is the same when a chain is run again.
 */
public final class ListSessions {

    /** The beginnings of the URLs of databases in this process that end with it. */
    private static final List<String> IN_MEMORY =
            List.of("jdbc:h2:mem:", "jdbc:hsqldb:mem:", "jdbc:derby:memory:", "jdbc:sqlite::memory:", "jdbc:moirai:");

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
        try (Connection connection = actions.dataSource().getConnection()) {
            requirePermission(connection.getMetaData().getURL(), actions.permitted());
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
        } catch (IllegalStateException failed) {
            try {
                opened.end();
            } catch (IllegalStateException left) {
                failed.addSuppressed(left);
            }
            throw failed;
        }
        return opened;
    }

    private static void requirePermission(String url, String permitted) {
        boolean isPermitted = !permitted.isEmpty() && url.startsWith(permitted);
        if (!isPermitted && IN_MEMORY.stream().noneMatch(url::startsWith)) {
            throw new IllegalStateException("the database at " + url.replaceAll("[?;].*", "")
                    + " is not in the memory of this process, and a chain makes a table there: if that is wanted, say"
                    + " ListActions.on(…).mayWriteTo(\"beginning of the URL\")");
        }
    }

    private static boolean isConcatenatedByFunction(Connection connection) throws SQLException {
        String product = connection.getMetaData().getDatabaseProductName().toLowerCase(Locale.ROOT);
        return Stream.of("mysql", "mariadb").anyMatch(product::contains);
    }

    private static void create(Connection connection, ListSql sql, int keys) throws SQLException {
        connection.setAutoCommit(true);
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql.create());
            for (int key = 0; key < keys; key++) {
                statement.execute(sql.insert(key));
            }
        }
    }

    private ListSession connected() {
        return ListSession.open(actions, sql, nextSession++);
    }

    /** Reads a list in the open transaction of a session, or in a new one. */
    public void read(int session, int key) {
        sessions.get(session).read(key, ++time);
        settle(session);
    }

    /** Appends the next number to a list in the open transaction of a session, or in a new one. */
    public void append(int session, int key) {
        sessions.get(session).append(key, ++elements[key], ++time);
        settle(session);
    }

    /** Commits the open transaction of a session, if there is one. */
    public void commit(int session) {
        sessions.get(session).commit(++time);
        settle(session);
    }

    /** Rolls back the open transaction of a session, if there is one. */
    public void rollBack(int session) {
        sessions.get(session).rollBack(++time);
        settle(session);
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
        if (isEnded) {
            throw new IllegalStateException("the sessions have ended; history() may be called once");
        }
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
        } finally {
            end();
        }
        return record.build();
    }

    private void end() {
        isEnded = true;
        sessions.forEach(ListSession::close);
        try (Connection connection = actions.dataSource().getConnection();
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
