package moirai.reenactment;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;
import moirai.clients.jdbc.owned.Owned;
import moirai.clients.jdbc.owned.OwnedSchema;
import moirai.directed.encoding.Scenario;

/** A schema of its own for one attempt on a server or a cluster, where calls are whole transactions at one level. */
public final class ServerStage implements ReplayTarget.Stage {

    private static final AtomicLong SCHEMAS = new AtomicLong();

    private final int isolation;
    private final Sessions sessions;
    private final CaseTables tables;
    private final OwnedSchema schema;
    private final List<CaseStep> order;

    /** The nodes at which the sessions of calls are, and how a new connection is prepared. */
    public interface Sessions {

        /** Returns the nodes; at the first one tables are made, filled and read. */
        List<DataSource> nodes();

        /** Returns the node of a call's session: one after the other, unless a plan says otherwise. */
        default DataSource node(int call) {
            return nodes().get(call % nodes().size());
        }

        /** Prepares a new connection for a call, which is in no schema yet. */
        default void prepare(Connection connection, int call) throws SQLException {
            prepare(connection);
        }

        /** Prepares a new connection at the first node for tables. */
        default void prepare(Connection connection) throws SQLException {}

        /** Makes the connection work in this schema. */
        default void enter(Connection connection, String schema) throws SQLException {
            connection.setSchema(schema);
        }

        /** Returns the level for a call that asks for this one; both are JDBC numbers. */
        default int isolation(int call, int asked) {
            return asked;
        }
    }

    /** A step that prepares a connection. */
    @FunctionalInterface
    private interface Preparation {
        void accept(Connection connection) throws SQLException;
    }

    private ServerStage(CaseTables tables, List<CaseStep> order, int isolation, Sessions sessions, OwnedSchema schema) {
        this.tables = tables;
        this.order = order;
        this.isolation = isolation;
        this.sessions = sessions;
        this.schema = schema;
    }

    /** Creates the schema with the first rows of a case, whose steps run in the best order for one copy. */
    static ServerStage open(DirectedCase wanted, int isolation, Sessions sessions) throws SQLException {
        return open(wanted, Interleaving.of(wanted, hasSnapshots(isolation)), isolation, sessions);
    }

    /**
     * Creates the schema with the first rows of a case.
     *
     * @param isolation as JDBC numbers it
     * @throws SQLException if the database refuses, or cannot be reached; then there is no schema
     */
    public static ServerStage open(DirectedCase wanted, List<CaseStep> order, int isolation, Sessions sessions)
            throws SQLException {
        return open(new Tables(wanted), order, isolation, sessions);
    }

    /** Creates the schema with these tables. */
    static ServerStage open(CaseTables tables, List<CaseStep> order, int isolation, Sessions sessions)
            throws SQLException {
        String number = ProcessHandle.current().pid() + "_" + SCHEMAS.incrementAndGet();
        OwnedSchema schema = OwnedSchema.create(
                connect(sessions.nodes().getFirst(), sessions::prepare), Owned.REPLAY_SCHEMA, number);
        var stage = new ServerStage(tables, order, isolation, sessions, schema);
        try (Connection connection = stage.connect()) {
            tables.create(connection);
            return stage;
        } catch (SQLException | RuntimeException failure) {
            try (schema) {
                throw failure;
            }
        }
    }

    /** Opens a connection to fill the tables, or to read what is left in them. */
    private Connection connect() throws SQLException {
        return connect(sessions.nodes().getFirst(), connection -> {
            sessions.prepare(connection);
            sessions.enter(connection, schema.name());
        });
    }

    /** Opens a connection, which is closed if it cannot be prepared. */
    private static Connection connect(DataSource node, Preparation preparation) throws SQLException {
        Connection connection = node.getConnection();
        try {
            preparation.accept(connection);
            return connection;
        } catch (SQLException | RuntimeException failure) {
            connection.close();
            throw failure;
        }
    }

    /**
     * Returns whether a transaction sees the data that was committed when it began; otherwise each statement sees the
     * data that was committed when the statement began.
     */
    public static boolean hasSnapshots(int isolation) {
        return isolation > Connection.TRANSACTION_READ_COMMITTED;
    }

    /** Returns the name of a level. */
    public static String level(int isolation) {
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
        return connect(sessions.node(call), connection -> {
            sessions.prepare(connection, call);
            sessions.enter(connection, schema.name());
            connection.setTransactionIsolation(sessions.isolation(call, isolation));
            connection.setAutoCommit(false);
        });
    }

    @Override
    public void next(int call, String label) {}

    @Override
    public boolean overwrites() {
        return false;
    }

    @Override
    public List<Scenario.InitialRow> rows() throws SQLException {
        try (Connection connection = connect()) {
            return tables.rows(connection);
        }
    }

    @Override
    public List<String> refusals() {
        return List.of();
    }

    @Override
    public void close() throws SQLException {
        schema.close();
    }
}
