package moirai.clients.cql;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import moirai.clients.ClientException;

/**
 * A node's view of its cluster.
 *
 * @param name the cluster's
 * @param center the node's own datacenter
 * @param nodesOf how many nodes each datacenter has
 * @param hosts ids of the nodes, which outlive their restarts, in order
 */
record Topology(String name, String center, SortedMap<String, Integer> nodesOf, List<String> hosts) {

    /** The tables of peers: before version 4, peers have one port in common and another table. */
    private static final List<String> PEERS = List.of("system.peers_v2", "system.peers");

    static Topology of(CqlSession session) {
        Row local =
                Objects.requireNonNull(session.execute("SELECT cluster_name, data_center, host_id FROM system.local")
                        .one());
        var rows = new ArrayList<Row>(List.of(local));
        rows.addAll(peers(session, "data_center, host_id"));
        var nodesOf = new TreeMap<String, Integer>();
        var hosts = new ArrayList<String>();
        for (Row row : rows) {
            String center = row.getString("data_center");
            UUID host = row.getUuid("host_id");
            // A node that is only just joining, or leaving.
            if (center != null && host != null) {
                nodesOf.merge(center, 1, Integer::sum);
                hosts.add(host.toString());
            }
        }
        String center = local.getString("data_center");
        if (center == null) {
            throw new ClientException("the node does not say of which data center it is");
        }
        return new Topology(
                Objects.requireNonNullElse(local.getString("cluster_name"), ""),
                center,
                nodesOf,
                hosts.stream().sorted().toList());
    }

    /** Reads these columns of all other nodes. */
    static List<Row> peers(CqlSession session, String columns) {
        try {
            return session.execute("SELECT " + columns + " FROM " + PEERS.getFirst())
                    .all();
        } catch (InvalidQueryException old) {
            return session.execute("SELECT " + columns + " FROM " + PEERS.getLast())
                    .all();
        }
    }

    /**
     * Returns the same topology with the datacenter that was asked for, if one was.
     *
     * @throws ClientException as a refusal, if there is none of that name, or the node is in another one
     */
    Topology in(String asked) {
        if (asked.isEmpty() || asked.equals(center)) {
            return this;
        }
        String known = String.join(", ", nodesOf.keySet());
        throw ClientException.refusal(
                nodesOf.containsKey(asked)
                        ? "--datacenter: the node is in datacenter '" + center + "', and not in '" + asked
                                + "': expected nodes of one datacenter; there are " + known
                        : "--datacenter: '" + asked + "' is no datacenter of the cluster '" + name
                                + "': expected one of " + known);
    }

    /** A difference between two nodes that should be neighbours. */
    record Difference(String ours, String theirs) {}

    /**
     * Returns a difference that puts the other node elsewhere. Names of clusters are often defaults, so nodes count as
     * of one cluster only if they know a node in common.
     */
    Optional<Difference> difference(Topology other) {
        if (!name.equals(other.name) || Collections.disjoint(hosts, other.hosts)) {
            return Optional.of(new Difference(cluster(), other.cluster()));
        }
        return center.equals(other.center)
                ? Optional.empty()
                : Optional.of(new Difference("in datacenter '" + center + "'", "in datacenter '" + other.center + "'"));
    }

    private String cluster() {
        return "in cluster '" + name + "' of " + hosts.size() + " nodes, the first of which has id "
                + hosts.stream().findFirst().orElse("unknown");
    }

    /** Returns the replication of a keyspace: up to three replicas in the node's datacenter. */
    String replication() {
        int replicas = Math.min(3, Objects.requireNonNullElse(nodesOf.get(center), 1));
        return "{'class': 'NetworkTopologyStrategy', '" + center.replace("'", "''") + "': " + replicas + "}";
    }
}
