package moirai.nemesis.mariadb;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
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
import moirai.nemesis.process.ServerUser;
import moirai.nemesis.process.StateDirectory;

/**
 * Real MariaDB servers that only this machine reaches, made from nothing and removed at the end: one, or a Galera
 * cluster, each of whose nodes takes reads and writes.
 *
 * <p>It keeps nothing: its data directories are deleted by {@link #close}, or by its watchdogs within seconds after
 * this process has died, or else by the next start. Thread-safe.
 */
public final class MariadbCluster implements Cluster {

    private final MariadbOptions options;
    private final Membership membership = new Membership();
    private final LocalMachines machines = new LocalMachines(EnumSet.allOf(MachinePart.class));

    /** The files of the cluster; empty before the first start and after the end. */
    private Optional<Instance> instance = Optional.empty();

    /** The hosts of the nodes; empty before they are needed and after the end. */
    private Optional<Hosts> hosts = Optional.empty();

    /** Set if the hosts are those of a lab. */
    private boolean isInLab;

    /** Makes a cluster that is not started and has no files. */
    public MariadbCluster(MariadbOptions options) {
        this.options = options;
    }

    @Override
    public synchronized void start() {
        if (instance.isPresent()) {
            membership.startAll();
            return;
        }
        try {
            membership.begin(install(MariadbPrograms.find(options.nodes())));
        } catch (IOException e) {
            close();
            throw new ClusterException("MariaDB could not be set up: " + e, e);
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /** Makes the files of servers that have not run yet, after clearing what dead owners left. */
    private List<MariadbNode> install(MariadbPrograms programs) throws IOException {
        var directory = StateDirectory.open();
        return directory.exclusively(() -> {
            Instance.clearLeftovers(directory);
            var template = MariadbTemplate.make(directory, programs);
            var made = Instance.create(directory, options.nodes() == 1 ? "mariadb" : "galera");
            instance = Optional.of(made);
            var reached = hosts(false);
            // Whoever the caller is, in a lab it looks like root, as whom the server does not run.
            ServerUser user = isInLab ? new ServerUser.Mapped() : directory.user();
            var settled = machines.needsSync() ? options.syncing() : options;
            var setup = new MariadbServer.Setup(programs, template, user, settled, reached);
            var nodes = new ArrayList<MariadbNode>();
            for (int index = 0; index < options.nodes(); index++) {
                var server = new MariadbServer(setup, index, machines.make(made.node(Hosts.name(index))));
                server.fill();
                nodes.add(new MariadbNode(server, membership));
            }
            return nodes;
        });
    }

    private Hosts hosts(boolean withLinks) {
        if (hosts.isEmpty()) {
            // Members tell each other their addresses, so what lies between them can be cut only between hosts.
            isInLab = withLinks && options.nodes() > 1 && LabHosts.problem().isEmpty();
            hosts = Optional.of(isInLab ? LabHosts.of(options.nodes()) : new LoopbackHosts(options.nodes(), withLinks));
        }
        return hosts.get();
    }

    @Override
    public synchronized void stop() {
        List<MariadbNode> nodes = membership.nodes();
        nodes.forEach(MariadbNode::resume);
        nodes.forEach(node -> node.server().process().ifPresent(ServerProcess::stop));
    }

    @Override
    public synchronized void close() {
        machines.close();
        // What it has is deleted, so there is no reason to end it in good order.
        membership.nodes().forEach(node -> node.server().discard());
        membership.end();
        hosts.ifPresent(Hosts::close);
        hosts = Optional.empty();
        instance.ifPresent(Instance::remove);
        instance = Optional.empty();
    }

    @Override
    public List<Node> nodes() {
        return List.copyOf(membership.nodes());
    }

    /**
     * Returns the links between the nodes of a cluster and to their clients, or to clients alone where there can be no
     * {@linkplain LabHosts lab}. Empty if links were not requested before the cluster was started. Connections that
     * administer the cluster do not use them.
     */
    @Override
    public synchronized Optional<Links> links() {
        return instance.isPresent() ? hosts.flatMap(Hosts::links) : hosts(true).links();
    }

    @Override
    public Optional<Machines> machines() {
        return Optional.of(machines);
    }

    /** Compares the number of the last transaction that each node has committed in the cluster's one order. */
    @Override
    public boolean awaitCaughtUp(Duration atMost) {
        return membership.awaitCaughtUp(atMost);
    }

    @Override
    public String describe() {
        List<MariadbNode> nodes = membership.nodes();
        String product = options.nodes() == 1 ? "MariaDB, one server" : "Galera, " + options.nodes() + " nodes";
        if (nodes.isEmpty()) {
            return product + ", not started";
        }
        product += " of MariaDB " + nodes.getFirst().server().setup().programs().version();
        if (nodes.stream().allMatch(node -> node.state() == Node.State.DEAD)) {
            return product + ", stopped";
        }
        return product
                + nodes.stream()
                        .map(node -> node.server().address())
                        .collect(Collectors.joining(", ", " on ", ", removed at the end"));
    }

    /** Returns a user that may do anything. */
    @Override
    public String user() {
        return MariadbTemplate.USER;
    }

    /** Returns the user's password; other users of the machine must not learn it. */
    @Override
    public String password() {
        return membership.nodes().stream()
                .findFirst()
                .map(node -> node.server().setup().template().password())
                .orElseThrow(() -> new IllegalStateException("the cluster is not running"));
    }
}
