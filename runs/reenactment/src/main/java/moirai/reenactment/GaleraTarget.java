package moirai.reenactment;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;

/**
 * A Galera cluster, or one MariaDB server: each call is a whole transaction at a node of its own, as long as there are
 * enough. Locks do not reach other nodes; a transaction that loses a conflict with one of another node is aborted.
 *
 * <p>Before each statement a node waits until it has applied all commits of the cluster. Otherwise the result of a read
 * right after another node's COMMIT would depend on chance.
 *
 * @param nodes a source for each node
 * @param isolation as JDBC numbers it
 */
public record GaleraTarget(List<DataSource> nodes, int isolation) implements TableTarget {

    public GaleraTarget {
        nodes = List.copyOf(nodes);
    }

    @Override
    public String describe() {
        String name = nodes.size() == 1 ? "MariaDB" : "Galera of " + nodes.size();
        return name + " at " + ServerStage.level(isolation);
    }

    @Override
    public Stage open(DirectedCase wanted) throws SQLException {
        return ServerStage.open(wanted, isolation, new Members(nodes, true));
    }

    /** Sets up tables of an application, whose SQL is in the mode that the server has by default. */
    @Override
    public Stage open(DirectedCase wanted, CaseTables tables, boolean isSerial) throws SQLException {
        List<CaseStep> order = Interleaving.of(wanted, ServerStage.hasSnapshots(isolation));
        return ServerStage.open(tables, order, isolation, new Members(nodes, false));
    }

    private record Members(List<DataSource> nodes, boolean quotesNames) implements ServerStage.Sessions {

        @Override
        public void prepare(Connection connection) throws SQLException {
            if (quotesNames) {
                Tables.execute(connection, "SET SESSION sql_mode = 'ANSI_QUOTES'");
            }
            Tables.execute(connection, "SET SESSION wsrep_sync_wait = 15");
            // Any read waits, once: a schema is known once the node has what the others have.
            Tables.execute(connection, "SELECT 1 FROM information_schema.schemata LIMIT 1");
        }

        @Override
        public void enter(Connection connection, String schema) throws SQLException {
            Tables.execute(connection, "USE `" + schema + "`");
        }
    }
}
