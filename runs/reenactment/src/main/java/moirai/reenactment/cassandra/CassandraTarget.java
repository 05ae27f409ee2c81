package moirai.reenactment.cassandra;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import moirai.clients.ClientException;
import moirai.clients.Endpoint;
import moirai.clients.cql.Consistency;
import moirai.clients.cql.CqlChannel;
import moirai.clients.cql.CqlChannel.Request;
import moirai.directed.program.Program;
import moirai.nemesis.ClusterException;
import moirai.nemesis.cassandra.CassandraCluster;
import moirai.nemesis.network.Links;
import moirai.nemesis.network.lab.LabHosts;
import moirai.nemesis.process.Pauses;
import moirai.reenactment.CaseTarget;
import moirai.reenactment.DirectedCase;
import moirai.reenactment.Evidence;
import moirai.reenactment.ReplayOutcome;
import moirai.reenactment.placement.Placing;

/** A cluster of two or three Cassandra nodes, which this class starts, partitions and stops. Single-threaded. */
public final class CassandraTarget implements CaseTarget, AutoCloseable {

    /** The most nodes: Cassandra has no consistency level for four of five. */
    public static final int NODES_MAX = 3;

    public static final int NODES_MIN = 2;

    /** The limit of statements about a schema, the first of which take seconds. */
    private static final Duration SCHEMA_LIMIT = Duration.ofSeconds(40);

    /** The limit until all nodes have heard of a schema. They gossip, which takes a busy machine a minute. */
    private static final Duration AGREEMENT_LIMIT = Duration.ofMinutes(2);

    /**
     * The settings that keep nodes from acting by themselves: from delivering missed writes late, from reading
     * elsewhere what they have, and from taking nodes for dead that are cut off for some seconds. Writing logs only now
     * and then loses nothing, as no node is killed.
     */
    private static final Map<String, String> SETTINGS = Map.of(
            "hinted_handoff_enabled", "false",
            "endpoint_snitch", "RackInferringSnitch",
            "dynamic_snitch", "false",
            "phi_convict_threshold", "16",
            "commitlog_sync", "periodic",
            "write_request_timeout", Partitions.TOO_OLD.toMillis() + "ms",
            "read_request_timeout", "2000ms");

    private final CassandraCluster cluster;
    private final Links links;
    private final List<CqlChannel> nodes = new ArrayList<>();
    private final List<CqlTables> programs = new ArrayList<>();
    private int attempts;
    private long lastMicros;

    private CassandraTarget(CassandraCluster cluster, Links links) {
        this.cluster = cluster;
        this.links = links;
    }

    /**
     * Starts a cluster for cases.
     *
     * @param wanted a cluster that is not started, now or later: its number of nodes and its settings are taken
     * @throws ClusterException if it cannot be started, or its nodes cannot be cut off from each other here
     */
    public static CassandraTarget start(CassandraCluster wanted) {
        CassandraCluster cluster = wanted.with(SETTINGS);
        Links links = cluster.links()
                .filter(Links::joinNodes)
                .orElseThrow(() -> ClusterException.refusal("cases are replayed on Cassandra by cutting its nodes off"
                        + " from each other, which needs a lab: "
                        + LabHosts.problem().orElse("there is none")));
        var target = new CassandraTarget(cluster, links);
        try {
            cluster.start();
            cluster.nodes().forEach(node -> target.nodes.add(CqlChannel.open(new Endpoint(node.url(), "", ""))));
            target.schema(CqlTables.keyspace(target.nodes.size()));
            target.awaitSchema();
            return target;
        } catch (RuntimeException failed) {
            target.close();
            throw failed;
        }
    }

    @Override
    public String describe() {
        return "Cassandra, " + nodes.size() + " nodes, at one";
    }

    /** Returns the tables of a program, created once for each program; its cases have rows of their own. */
    private CqlTables tables(Program program) {
        for (CqlTables known : programs) {
            if (known.program().equals(program)) {
                return known;
            }
        }
        var tables = new CqlTables(program, programs.size());
        tables.create().forEach(this::schema);
        awaitSchema();
        programs.add(tables);
        return tables;
    }

    private void schema(String text) {
        nodes.getFirst().execute(new Request(text, List.of(), Consistency.ONE, -1), SCHEMA_LIMIT);
    }

    private void awaitSchema() {
        boolean isSame = Pauses.until(
                AGREEMENT_LIMIT.toMillis(),
                () -> nodes.stream().map(CqlChannel::schemaVersion).distinct().count() == 1);
        if (!isSame) {
            throw new ClientException("the nodes do not agree on a schema after " + AGREEMENT_LIMIT.toSeconds() + " s");
        }
    }

    @Override
    public ReplayOutcome replay(DirectedCase wanted) {
        return switch (wanted.placing(nodes.size())) {
            case Placing.Unplaceable(var reason) -> new ReplayOutcome.NotRealisable(reason);
            case Placing.Placed placed -> {
                var partitions = new Partitions(links);
                var place = new CasePlayer.Place(nodes, partitions, tables(wanted.program()), this::micros);
                var player = new CasePlayer(wanted, place, ++attempts);
                try {
                    player.play(placed.turns());
                    yield judged(wanted, player);
                } catch (ClientException unanswered) {
                    yield new ReplayOutcome.Diverged(String.valueOf(unanswered.getMessage()), Evidence.CYCLE);
                } finally {
                    partitions.healAll();
                }
            }
        };
    }

    /** Returns the time for a write, as the driver does: this machine's time, and always later than the last one. */
    private long micros() {
        lastMicros = Math.max(lastMicros + 1, System.currentTimeMillis() * 1000);
        return lastMicros;
    }

    private static ReplayOutcome judged(DirectedCase wanted, CasePlayer player) {
        if (player.givenUp() >= 0) {
            return new ReplayOutcome.PreventedByAbort("T" + player.givenUp() + ".commit", "40000");
        }
        var rows = player.rows();
        String difference = wanted.difference(player.returned(), rows);
        if (!difference.isEmpty()) {
            return new ReplayOutcome.Diverged(difference, wanted.evidence(player.returned(), rows));
        }
        return !wanted.evidence().isVisible() && !player.readsAreFromTheirWriters()
                ? new ReplayOutcome.Unnoticed(wanted.evidence())
                : new ReplayOutcome.Manifested(wanted.evidence());
    }

    @Override
    public void close() {
        nodes.forEach(CqlChannel::close);
        cluster.close();
    }
}
