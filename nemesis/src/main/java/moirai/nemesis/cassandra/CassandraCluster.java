package moirai.nemesis.cassandra;

import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import moirai.nemesis.ClusterException;
import moirai.nemesis.MachinePart;
import moirai.nemesis.Node.State;
import moirai.nemesis.machine.LocalMachines;
import moirai.nemesis.network.Links;
import moirai.nemesis.process.Instance;
import moirai.nemesis.process.StateDirectory;
import moirai.nemesis.servers.ClusterHosts;
import moirai.nemesis.servers.ServerCluster;
import moirai.nemesis.servers.TableFiles;

/**
 * Real Cassandra servers, made from nothing and removed at the end, on a JDK 17 of this machine. It keeps nothing but
 * what it has fetched. Acknowledged writes are on the disk in any case, unless the options say otherwise. Thread-safe.
 */
@SuppressWarnings("exports") // Callers see this class and its interface; what it is made of is hidden.
public final class CassandraCluster extends ServerCluster<CassandraNode> {

    private final CassandraOptions options;
    private final ClusterHosts hosts;

    /** Makes a cluster that is not started and has no files. */
    public CassandraCluster(CassandraOptions options) {
        super("Cassandra", "cassandra", options.nodes(), LocalMachines.ofMapping(EnumSet.allOf(MachinePart.class)));
        this.options = options;
        this.hosts = new ClusterHosts(options.nodes(), options.nodes(), UnaryOperator.identity());
    }

    /** Returns a cluster that is not started and has these settings where this cluster does not give them. */
    public CassandraCluster with(Map<String, String> settings) {
        var all = new TreeMap<>(settings);
        all.putAll(options.settings());
        return new CassandraCluster(new CassandraOptions(options.nodes(), all));
    }

    /** Returns what a start would still have to download, in words for people; empty for nothing. */
    public static Optional<String> toBeFetched() {
        try {
            return CassandraJars.areThere(StateDirectory.open())
                    ? Optional.empty()
                    : Optional.of("its jars, 67 MB, which Maven fetches this once");
        } catch (IOException unknown) {
            return Optional.empty();
        }
    }

    /** Returns why Cassandra cannot run on this machine, in words for the user; empty if it can. */
    public static Optional<String> problem() {
        try {
            Jdk17.find(System.getenv());
            return Optional.empty();
        } catch (ClusterException missing) {
            return Optional.ofNullable(missing.getMessage());
        }
    }

    @Override
    protected NodeMaker<CassandraNode> prepare(StateDirectory state, Instance made) throws IOException {
        var runtime = CassandraRuntime.prepare(state, Jdk17.find(System.getenv()));
        var places = hosts.hosts();
        return (index, machine) -> {
            var node = new CassandraNode(runtime, places, index, machine);
            node.fill(options);
            return node;
        };
    }

    @Override
    protected void begin(List<CassandraNode> made) {
        startAll();
    }

    /** Starts all nodes together: a node mostly waits for the others, and they share the machine. */
    @Override
    protected void startAll() {
        var dead = in(State.DEAD);
        dead.forEach(CassandraNode::launch);
        dead.forEach(CassandraNode::awaitReady);
        var running = in(State.RUNNING);
        for (CassandraNode node : dead) {
            if (!node.awaitPeers(running)) {
                throw new ClusterException("Cassandra's " + node.name() + " has not met all other nodes that run");
            }
        }
    }

    private List<CassandraNode> in(State state) {
        return servers().stream().filter(node -> node.state() == state).toList();
    }

    @Override
    protected void end() {
        hosts.close();
    }

    /**
     * Returns the links: between nodes too where a lab is possible, else to clients alone, since nodes tell each other
     * their addresses. Empty if links were not requested before the cluster was started.
     */
    @Override
    public synchronized Optional<Links> links() {
        return hosts.links();
    }

    @Override
    protected Optional<TableFiles<CassandraNode>> tableFiles() {
        return Optional.of(new KeyspaceFiles());
    }

    @Override
    protected String words() {
        return "Cassandra " + CassandraJars.VERSION + ", "
                + (options.nodes() == 1 ? "one node" : options.nodes() + " nodes");
    }

    /** Returns no user: by default Cassandra lets everybody in. It can be reached from this machine alone. */
    @Override
    public String user() {
        return "";
    }

    @Override
    public String password() {
        return "";
    }
}
