package moirai.runs.directed;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import moirai.directed.encoding.Scenario;

/** A schema of its own for one attempt on a server or a cluster, where calls are whole transactions at one level. */
final class ServerStage implements ReplayTarget.Stage {

    private static final AtomicLong SCHEMAS = new AtomicLong();

    private final int isolation;
    private final Sessions sessions;
    private final CaseTables tables;
    private final String schema;
    private final List<CaseStep> order;

    /** Where the sessions of calls are. */
    interface Sessions {

        /** A connection for a call, in this schema. */
        Connection open(int call, String schema) throws SQLException;

        /** A connection to set up, in no schema in particular. */
        Connection open() throws SQLException;

        /** The statement that removes a schema and all in it, or does nothing if it is not there. */
        String drop(String schema);
    }

    private ServerStage(DirectedCase wanted, int isolation, Sessions sessions, CaseTables tables) {
        this.tables = tables;
        this.isolation = isolation;
        this.sessions = sessions;
        this.schema = "moirai_directed_" + ProcessHandle.current().pid() + "_" + SCHEMAS.incrementAndGet();
        this.order = Interleaving.of(wanted, isolation > Connection.TRANSACTION_READ_COMMITTED);
    }

    /** Makes the schema with the first rows of a case. */
    static ServerStage open(DirectedCase wanted, int isolation, Sessions sessions) throws SQLException {
        return open(wanted, isolation, sessions, Tables.of(wanted));
    }

    /** Makes the schema with these tables. */
    static ServerStage open(DirectedCase wanted, int isolation, Sessions sessions, CaseTables tables)
            throws SQLException {
        var stage = new ServerStage(wanted, isolation, sessions, tables);
        try {
            stage.setUp();
            return stage;
        } catch (SQLException | RuntimeException failure) {
            stage.close();
            throw failure;
        }
    }

    private void setUp() throws SQLException {
        try (Connection connection = sessions.open()) {
            Tables.execute(connection, "CREATE SCHEMA \"" + schema + "\"");
        }
        try (Connection connection = sessions.open(0, schema)) {
            tables.create(connection);
        }
    }

    /** The name of a level. */
    static String level(int isolation) {
        return switch (isolation) {
            case Connection.TRANSACTION_READ_UNCOMMITTED -> "read uncommitted";
            case Connection.TRANSACTION_READ_COMMITTED -> "read committed";
            case Connection.TRANSACTION_REPEATABLE_READ -> "repeatable read";
            case Connection.TRANSACTION_SERIALIZABLE -> "serializable";
            default -> "level " + isolation;
        };
    }

    @Override
    public List<CaseStep> order() {
        return order;
    }

    @Override
    public Connection connect(int call) throws SQLException {
        Connection connection = sessions.open(call, schema);
        try {
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
        try (Connection connection = sessions.open(0, schema)) {
            return tables.rows(connection);
        }
    }

    @Override
    public List<String> refusals() {
        return List.of();
    }

    @Override
    public void close() throws SQLException {
        try (Connection connection = sessions.open()) {
            Tables.execute(connection, sessions.drop(schema));
        }
    }
}
