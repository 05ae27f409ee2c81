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
    public DataSource node(int call) {
        return nodes.get(plan.node(call));
    }

    @Override
    public void prepare(Connection connection, int call) throws SQLException {
        if (plan.node(call) == 0) {
            // Otherwise a replica that is held would hold everybody.
            execute(connection, "SET synchronous_commit = " + (plan.isLate(call) ? "on" : "local"));
        }
    }

    @Override
    public void prepare(Connection connection) throws SQLException {
        execute(connection, "SET synchronous_commit = local");
    }

    @Override
    public int isolation(int call, int asked) {
        return plan.node(call) == 0 ? asked : Math.min(asked, Connection.TRANSACTION_REPEATABLE_READ);
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
