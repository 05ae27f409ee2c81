package moirai.nemesis.cassandra;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import moirai.nemesis.Cluster;
import moirai.nemesis.ClusterException;
import moirai.nemesis.MachinePart;
import moirai.nemesis.Machines;
import moirai.nemesis.Node;
import moirai.nemesis.machine.LocalMachines;
import moirai.nemesis.network.Hosts;
import moirai.nemesis.network.Links;
import moirai.nemesis.network.LoopbackHosts;
import moirai.nemesis.network.lab.LabHosts;
import moirai.nemesis.process.Instance;
import moirai.nemesis.process.ServerProcess;
import moirai.nemesis.process.StateDirectory;

/**
 * Real Cassandra servers, made from nothing and removed at the end, on a JDK 17 of this machine.
 *
 * <p>It keeps nothing but what it has fetched: its data directories are deleted by {@link #close}, or by its watchdogs
 * within seconds after this process has died, or else by the next start. Thread-safe.
 */
public final class CassandraCluster implements Cluster {

    private final CassandraOptions options;
    private final LocalMachines machines = LocalMachines.ofMapping(EnumSet.allOf(MachinePart.class));

    /** The hosts of its nodes; empty until they are needed. */
    private Optional<Hosts> hosts = Optional.empty();

    /** The files of the cluster; empty before the first start and after the end. */
    private Optional<Instance> instance = Optional.empty();

    private volatile List<CassandraNode> nodes = List.of();

    /** Makes a cluster that is not started and has no files. */
    public CassandraCluster(CassandraOptions options) {
        this.options = options;
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
    public synchronized void start() {
        boolean isNew = instance.isEmpty();
        try {
            if (isNew) {
                nodes = install();
            }
            startAll();
        } catch (IOException e) {
            close();
            throw new ClusterException("Cassandra could not be set up: " + e, e);
        } catch (ClusterException e) {
            if (isNew) {
                close();
            }
            throw e;
        }
    }

    /** Makes the files of servers that have not run yet, after clearing what dead owners left. */
    private List<CassandraNode> install() throws IOException {
        var jdk = Jdk17.find(System.getenv());
        var places = hosts(false);
        var directory = StateDirectory.open();
        return directory.exclusively(() -> {
            Instance.clearLeftovers(directory);
            var runtime = CassandraRuntime.prepare(directory, jdk);
            var made = Instance.create(directory, "cassandra");
            instance = Optional.of(made);
            var servers = new ArrayList<CassandraNode>();
            for (int index = 0; index < options.nodes(); index++) {
                var server = new CassandraServer(runtime, places, index, machines.make(made.node(Hosts.name(index))));
                server.fill(options);
                servers.add(new CassandraNode(server, this));
            }
            return List.copyOf(servers);
        });
    }

    /** Starts all nodes together: a node mostly waits for the others, and they share the machine. */
    private void startAll() {
        var dead = nodes.stream()
                .filter(node -> node.state() == Node.State.DEAD)
                .map(CassandraNode::server)
                .toList();
        dead.forEach(CassandraServer::launch);
        dead.forEach(CassandraServer::awaitReady);
        var running = running();
        for (CassandraServer server : dead) {
            if (!server.awaitPeers(running)) {
                throw new ClusterException("Cassandra's " + server.name() + " has not met all other nodes that run");
            }
        }
    }

    /** Starts a dead node, which takes connections without having met another node. */
    void start(CassandraNode node) {
        synchronized (node) {
            if (node.state() == Node.State.DEAD) {
                node.server().launch();
                node.server().awaitReady();
            }
        }
    }

    private List<CassandraServer> running() {
        return nodes.stream()
                .filter(node -> node.state() == Node.State.RUNNING)
                .map(CassandraNode::server)
                .toList();
    }

    @Override
    public synchronized void stop() {
        nodes.forEach(CassandraNode::resume);
        nodes.forEach(node -> node.server().process().ifPresent(ServerProcess::stop));
    }

    @Override
    public synchronized void close() {
        machines.close();
        // What it has is deleted, so there is no reason to end it in good order.
        nodes.forEach(node -> node.server().end());
        nodes = List.of();
        hosts.ifPresent(Hosts::close);
        hosts = Optional.empty();
        instance.ifPresent(CassandraCluster::remove);
        instance = Optional.empty();
    }

    private static void remove(Instance instance) {
        try {
            instance.close();
        } catch (IOException e) {
            // The next start clears it: its owner's lock goes with this process at the latest.
            System.getLogger(CassandraCluster.class.getName())
                    .log(System.Logger.Level.WARNING, "could not remove " + instance.directory(), e);
        }
    }

    @Override
    public List<Node> nodes() {
        return List.copyOf(nodes);
    }

    /**
     * Returns the links: between nodes too where a lab is possible, else to clients alone, since nodes tell each other
     * their addresses. Empty if links were not requested before the cluster was started.
     */
    @Override
    public synchronized Optional<Links> links() {
        return instance.isPresent() ? hosts.flatMap(Hosts::links) : hosts(true).links();
    }

    /** Returns the machines. Acknowledged writes are on the disk in any case, unless the options say otherwise. */
    @Override
    public Optional<Machines> machines() {
        return Optional.of(machines);
    }

    private Hosts hosts(boolean withLinks) {
        if (hosts.isEmpty()) {
            hosts = Optional.of(
                    withLinks && LabHosts.problem().isEmpty()
                            ? LabHosts.of(options.nodes())
                            : new LoopbackHosts(options.nodes(), withLinks));
        }
        return hosts.get();
    }

    @Override
    public String describe() {
        String product = "Cassandra " + CassandraJars.VERSION + ", "
                + (options.nodes() == 1 ? "one node" : options.nodes() + " nodes");
        var all = nodes;
        if (all.isEmpty()) {
            return product + ", not started";
        }
        if (all.stream().allMatch(node -> node.state() == Node.State.DEAD)) {
            return product + ", stopped";
        }
        return product
                + all.stream()
                        .map(CassandraNode::url)
                        .collect(Collectors.joining(", ", " at ", ", removed at the end"));
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
