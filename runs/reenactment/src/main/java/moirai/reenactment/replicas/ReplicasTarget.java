package moirai.reenactment.replicas;

import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import moirai.reenactment.DirectedCase;
import moirai.reenactment.ReplayTarget;
import moirai.reenactment.ServerStage;

/**
 * A PostgreSQL primary whose replicas stream from it, all of them made by Moirai: calls of transactions that only read
 * go to a replica of their own, as long as there are enough, and the others to the primary.
 *
 * <p>Replicas are paused while they are to show no more; otherwise they have a commit before the next step starts. They
 * have no SERIALIZABLE: if that is asked for, readers at replicas use REPEATABLE READ, as an application's have to.
 * Sessions do not wait for a standby ({@code synchronous_commit = local}), except in calls whose commit is to be late.
 * Needs a super-user, and changes {@code synchronous_standby_names} of the primary for as long as a case with such a
 * call is open.
 *
 * @param nodes a source for the primary, then one for each replica; at least one
 * @param isolation as JDBC numbers it
 */
public record ReplicasTarget(List<DataSource> nodes, int isolation) implements ReplayTarget {

    /** Throws IllegalArgumentException without a replica. Copies the list. */
    public ReplicasTarget {
        nodes = List.copyOf(nodes);
        if (nodes.size() < 2) {
            throw new IllegalArgumentException(nodes.size() + " nodes; expected a primary and at least one replica");
        }
    }

    @Override
    public String describe() {
        int replicas = nodes.size() - 1;
        return "PostgreSQL with " + replicas + (replicas == 1 ? " replica" : " replicas") + " at "
                + ServerStage.level(isolation);
    }

    @Override
    public Stage open(DirectedCase wanted) throws SQLException {
        var plan = ReplicaPlan.of(wanted, nodes.size() - 1, ServerStage.hasSnapshots(isolation));
        return ReplicaStage.open(plan, nodes, isolation);
    }
}
