package moirai.nemesis.postgres;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import moirai.nemesis.ClusterException;
import moirai.nemesis.postgres.PostgresNode.Setup;
import moirai.nemesis.postgres.data.PostgresTemplate;
import moirai.nemesis.postgres.data.Streaming;
import moirai.nemesis.process.Pauses;
import moirai.nemesis.process.Trees;

/**
 * A server that gets the rows of a primary by logical replication, and may be of another version. Until it has all of
 * them, it listens where no client finds it. Used by one thread at a time.
 */
final class LogicalCopy {

    /** The name of the publication, the subscription and the slot. */
    private static final String NAME = "moirai_upgrade";

    private static final int STATEMENT_SECONDS = 20;

    private static final int COPY_TIMEOUT_MILLIS = 60_000;

    private static final int CATCH_UP_TIMEOUT_MILLIS = 30_000;

    private static final String TABLES_NOT_READY = "SELECT count(*) FROM pg_subscription_rel WHERE srsubstate <> 'r'";

    private static final String RECEIVERS =
            "SELECT count(*) FROM pg_stat_subscription WHERE subname = '" + NAME + "' AND pid IS NOT NULL";

    /** Has updates and deletions of tables without a key name the whole row. */
    private static final String ROWS_WITHOUT_KEY = "SELECT format('ALTER TABLE %I.%I REPLICA IDENTITY FULL', s.nspname,"
            + " t.relname) FROM pg_class t JOIN pg_namespace s ON s.oid = t.relnamespace WHERE t.relkind = 'r'"
            + " AND t.relreplident = 'd' AND s.nspname <> 'information_schema' AND s.nspname NOT LIKE 'pg\\_%'"
            + " AND NOT EXISTS (SELECT FROM pg_index i WHERE i.indrelid = t.oid AND i.indisprimary)";

    private final PostgresNode primary;
    private final PostgresNode node;
    private final Routes routes;

    LogicalCopy(PostgresNode primary, PostgresNode node, Routes routes) {
        this.primary = primary;
        this.node = node;
        this.routes = routes;
    }

    PostgresNode node() {
        return node;
    }

    boolean isOf(PostgresNode other) {
        return primary == other;
    }

    /** Replaces the data of a dead server by those of an empty one with these programs, and starts it. */
    void found(Setup programs, PostgresOptions options) throws IOException {
        node.freeSharedMemory();
        Trees.delete(node.dataDirectory());
        node.use(programs);
        node.fill(options);
        // Nothing that it writes now has to wait for anybody.
        node.configure(Map.of("synchronous_standby_names", ""));
        node.launchApart();
    }

    /**
     * Gives it the primary's tables, and returns when it has their rows and follows their changes.
     *
     * @throws ClusterException if it does not
     */
    void begin() {
        try (Connection from = primary.connect(STATEMENT_SECONDS);
                Connection to = node.connectAsFounded(STATEMENT_SECONDS)) {
            String secret =
                    one(from, "SELECT rolpassword FROM pg_authid WHERE rolname = '" + PostgresTemplate.SUPERUSER + "'");
            execute(to, "ALTER ROLE " + PostgresTemplate.SUPERUSER + " PASSWORD '" + secret + "'");
            for (String statement : Catalog.statements(from)) {
                execute(to, statement);
            }
            execute(from, "DROP PUBLICATION IF EXISTS " + NAME);
            one(
                    from,
                    "SELECT count(pg_drop_replication_slot(slot_name)) FROM pg_replication_slots"
                            + " WHERE NOT active AND slot_name = '" + NAME + "'");
            for (String statement : Catalog.list(from, ROWS_WITHOUT_KEY)) {
                execute(from, statement);
            }
            execute(from, "CREATE PUBLICATION " + NAME + " FOR ALL TABLES");
            execute(
                    to,
                    "CREATE SUBSCRIPTION " + NAME + " CONNECTION '" + connection(routes.port(node.name(), primary))
                            + "' PUBLICATION " + NAME);
        } catch (SQLException failed) {
            throw new ClusterException(
                    node.name() + " cannot get the rows of " + primary.name() + ": " + failed.getMessage(), failed);
        }
        if (!Pauses.until(COPY_TIMEOUT_MILLIS, () -> isFollowing() || node.hasEnded()) || node.hasEnded()) {
            throw new ClusterException(
                    node.name() + " does not get the rows of " + primary.name() + ": " + node.lastWords());
        }
    }

    private String connection(int port) {
        return "host=127.0.0.1 port=" + port + " dbname=postgres user=" + PostgresTemplate.SUPERUSER + " password="
                + primary.password();
    }

    /** Returns whether it has the rows of all tables and receives their changes. */
    boolean isFollowing() {
        return node.isApart()
                && Streaming.answer(node, TABLES_NOT_READY).equals("0")
                && Streaming.answer(node, RECEIVERS).equals("1");
    }

    /**
     * Waits until it has everything from a primary that no client reaches any more, and follows nobody then.
     *
     * @throws ClusterException if it does not get everything
     */
    void finish() {
        try (Connection to = node.connect(STATEMENT_SECONDS)) {
            execute(to, "ALTER SUBSCRIPTION " + NAME + " CONNECTION '" + connection(primary.listening()) + "'");
            String position = primary.ask("SELECT pg_current_wal_flush_lsn()");
            String hasAll = "SELECT confirmed_flush_lsn >= '" + position + "'::pg_lsn FROM pg_replication_slots"
                    + " WHERE slot_name = '" + NAME + "'";
            if (!Pauses.until(
                    CATCH_UP_TIMEOUT_MILLIS,
                    () -> Streaming.answer(primary, hasAll).equals("t"))) {
                throw new ClusterException(node.name() + " has not everything of " + primary.name() + " after "
                        + CATCH_UP_TIMEOUT_MILLIS / 1000 + " s");
            }
            execute(to, "ALTER SUBSCRIPTION " + NAME + " DISABLE");
            execute(to, "ALTER SUBSCRIPTION " + NAME + " SET (slot_name = NONE)");
            execute(to, "DROP SUBSCRIPTION " + NAME);
        } catch (SQLException failed) {
            throw new ClusterException(
                    node.name() + " cannot take the place of " + primary.name() + ": " + failed.getMessage(), failed);
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String one(Connection connection, String query) throws SQLException {
        List<String> rows = Catalog.list(connection, query);
        return rows.isEmpty() ? "" : rows.getFirst();
    }
}
