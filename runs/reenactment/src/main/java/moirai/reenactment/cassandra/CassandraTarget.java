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

/** Two or three nodes of Cassandra that it starts, cuts off from each other, and ends. Single-threaded. */
public final class CassandraTarget implements CaseTarget, AutoCloseable {

    /** Cassandra has no level of consistency for four of five. */
    public static final int NODES_MAX = 3;

    public static final int NODES_MIN = 2;

    /** The first statements about a schema take seconds. */
    private static final Duration SCHEMA_LIMIT = Duration.ofSeconds(40);

    /**
     * What nodes do not do by themselves: deliver late what was missed, read elsewhere what is here, and take those for
     * dead that they are cut off from for some seconds. Nothing is lost by writing logs now and then: nobody is killed.
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
     * @param wanted what is not started yet, and never is: its number of nodes and its settings are taken
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

    /** Once for each program; its cases have rows of their own. */
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
                SCHEMA_LIMIT.toMillis(),
                () -> nodes.stream().map(CqlChannel::schemaVersion).distinct().count() == 1);
        if (!isSame) {
            throw new ClientException("the nodes do not agree on a schema");
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

    /** As the driver does: the time of this machine, and later than the last one. */
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
