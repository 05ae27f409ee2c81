package moirai.runs.directed;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;
import moirai.directed.encoding.Scenario;
import moirai.scheduling.TurnLimits;

/**
 * A database of one copy, where a case's calls are whole transactions at one level. Makes a schema of its own, and
 * drops that in the end.
 *
 * @param name for people
 * @param source gives a connection for each call, and one to set up
 * @param isolation as JDBC numbers it, or the database's driver
 */
public record ServerTarget(String name, DataSource source, int isolation) implements ReplayTarget {

    private static final AtomicLong SCHEMAS = new AtomicLong();

    @Override
    public String describe() {
        return name + " at "
                + switch (isolation) {
                    case Connection.TRANSACTION_READ_UNCOMMITTED -> "read uncommitted";
                    case Connection.TRANSACTION_READ_COMMITTED -> "read committed";
                    case Connection.TRANSACTION_REPEATABLE_READ -> "repeatable read";
                    case Connection.TRANSACTION_SERIALIZABLE -> "serializable";
                    default -> "level " + isolation;
                };
    }

    /** The order of steps avoids waiting where it can, so that a long limit costs little, and a slow server nothing. */
    @Override
    public TurnLimits limits() {
        return new TurnLimits(Duration.ofMillis(500), Duration.ofSeconds(10));
    }

    @Override
    public boolean isDictated() {
        return false;
    }

    @Override
    public Stage open(DirectedCase wanted) throws SQLException {
        String schema = "moirai_directed_" + ProcessHandle.current().pid() + "_" + SCHEMAS.incrementAndGet();
        boolean hasSnapshots = isolation > Connection.TRANSACTION_READ_COMMITTED;
        var stage = new ServerStage(wanted, schema, Interleaving.of(wanted, hasSnapshots));
        try {
            stage.setUp();
            return stage;
        } catch (SQLException | RuntimeException failure) {
            stage.close();
            throw failure;
        }
    }

    private final class ServerStage implements Stage {

        private final DirectedCase wanted;
        private final String schema;
        private final List<CaseStep> order;

        ServerStage(DirectedCase wanted, String schema, List<CaseStep> order) {
            this.wanted = wanted;
            this.schema = schema;
            this.order = order;
        }

        void setUp() throws SQLException {
            try (Connection connection = source.getConnection()) {
                Tables.execute(connection, "CREATE SCHEMA \"" + schema + "\"");
                connection.setSchema(schema);
                Tables.create(connection, wanted);
            }
        }

        @Override
        public List<CaseStep> order() {
            return order;
        }

        @Override
        public Connection connect(int call) throws SQLException {
            Connection connection = source.getConnection();
            try {
                connection.setSchema(schema);
                connection.setTransactionIsolation(isolation);
                connection.setAutoCommit(false);
                return connection;
            } catch (SQLException failure) {
                connection.close();
                throw failure;
            }
        }

        @Override
        public void next(int call, String label) {}

        @Override
        public boolean overwrites() {
            return false;
        }

        @Override
        public List<Scenario.InitialRow> rows() throws SQLException {
            try (Connection connection = source.getConnection()) {
                connection.setSchema(schema);
                return Tables.rows(connection, wanted.program());
            }
        }

        @Override
        public List<String> refusals() {
            return List.of();
        }

        @Override
        public void close() throws SQLException {
            try (Connection connection = source.getConnection()) {
                Tables.execute(connection, "DROP SCHEMA IF EXISTS \"" + schema + "\" CASCADE");
            }
        }
    }
}
