package moirai.reenactment;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import moirai.directed.encoding.Scenario;

/** A schema of its own for one attempt on a server or a cluster, where calls are whole transactions at one level. */
public final class ServerStage implements ReplayTarget.Stage {

    private static final AtomicLong SCHEMAS = new AtomicLong();

    private final int isolation;
    private final Sessions sessions;
    private final CaseTables tables;
    private final String schema;
    private final List<CaseStep> order;

    /** Made the schema; while it is open, nobody takes that for what a killed process has left. */
    private final Connection owner;

    /** Whether there is anything to remove: a schema of this name that somebody else has made is not ours. */
    private boolean isMade;

    /** Where the sessions of calls are. */
    public interface Sessions {

        /** A connection for a call, in this schema. */
        Connection open(int call, String schema) throws SQLException;

        /** A connection to fill the tables of this schema, and to read what is left in them. */
        default Connection openForRows(String schema) throws SQLException {
            return open(0, schema);
        }

        /** A connection to set up, in no schema in particular. */
        Connection open() throws SQLException;

        /** The level for a call, as JDBC numbers it, where this one is asked for. */
        default int isolation(int call, int asked) {
            return asked;
        }

        /** The statement that removes a schema and all in it, or does nothing if it is not there. */
        String drop(String schema);
    }

    private ServerStage(CaseTables tables, List<CaseStep> order, int isolation, Sessions sessions) throws SQLException {
        this.tables = tables;
        this.order = order;
        this.isolation = isolation;
        this.sessions = sessions;
        this.schema = OwnedSchemas.PREFIX + ProcessHandle.current().pid() + "_" + SCHEMAS.incrementAndGet();
        this.owner = sessions.open();
    }

    /** Makes the schema with the first rows of a case, whose steps go in the best order for one copy. */
    static ServerStage open(DirectedCase wanted, int isolation, Sessions sessions) throws SQLException {
        return open(wanted, Interleaving.of(wanted, hasSnapshots(isolation)), isolation, sessions);
    }

    /**
     * Makes the schema with the first rows of a case.
     *
     * @param isolation as JDBC numbers it
     * @throws SQLException if the database refuses, or cannot be reached; then there is no schema
     */
    public static ServerStage open(DirectedCase wanted, List<CaseStep> order, int isolation, Sessions sessions)
            throws SQLException {
        return open(Tables.of(wanted), order, isolation, sessions);
    }

    /** Makes the schema with these tables. */
    static ServerStage open(CaseTables tables, List<CaseStep> order, int isolation, Sessions sessions)
            throws SQLException {
        var stage = new ServerStage(tables, order, isolation, sessions);
        try {
            stage.setUp();
            return stage;
        } catch (SQLException | RuntimeException failure) {
            stage.close();
            throw failure;
        }
    }

    private void setUp() throws SQLException {
        OwnedSchemas.create(owner, schema);
        isMade = true;
        try (Connection connection = sessions.openForRows(schema)) {
            tables.create(connection);
        }
    }

    /** Whether transactions see what was committed when they began, instead of each statement. */
    public static boolean hasSnapshots(int isolation) {
        return isolation > Connection.TRANSACTION_READ_COMMITTED;
    }

    /** The name of a level. */
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
        Connection connection = sessions.open(call, schema);
        try {
            connection.setTransactionIsolation(sessions.isolation(call, isolation));
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
        try (Connection connection = sessions.openForRows(schema)) {
            return tables.rows(connection);
        }
    }

    @Override
    public List<String> refusals() {
        return List.of();
    }

    @Override
    public void close() throws SQLException {
        try (owner) {
            if (isMade) {
                Tables.execute(owner, sessions.drop(schema));
            }
        }
    }
}
