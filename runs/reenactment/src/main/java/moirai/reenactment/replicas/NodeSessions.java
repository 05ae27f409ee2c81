package moirai.reenactment.replicas;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import javax.sql.DataSource;
import moirai.reenactment.ServerStage;

/** The sessions of a case's calls, each at the node that the plan has for it. */
record NodeSessions(ReplicaPlan plan, List<DataSource> nodes) implements ServerStage.Sessions {

    @Override
    public Connection open(int call, String schema) throws SQLException {
        Connection connection = nodes.get(plan.node(call)).getConnection();
        if (plan.node(call) == 0) {
            // Otherwise a replica that is held would hold everybody.
            execute(connection, "SET synchronous_commit = " + (plan.isLate(call) ? "on" : "local"));
        }
        connection.setSchema(schema);
        return connection;
    }

    @Override
    public Connection openForRows(String schema) throws SQLException {
        Connection connection = open();
        connection.setSchema(schema);
        return connection;
    }

    @Override
    public Connection open() throws SQLException {
        Connection connection = nodes.getFirst().getConnection();
        execute(connection, "SET synchronous_commit = local");
        return connection;
    }

    @Override
    public int isolation(int call, int asked) {
        return plan.node(call) == 0 ? asked : Math.min(asked, Connection.TRANSACTION_REPEATABLE_READ);
    }

    @Override
    public String drop(String schema) {
        return "DROP SCHEMA IF EXISTS \"" + schema + "\" CASCADE";
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
