package moirai.nemesis.mariadb;

import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import moirai.nemesis.MachinePart;
import moirai.nemesis.machine.LocalMachines;
import moirai.nemesis.network.Links;
import moirai.nemesis.process.Instance;
import moirai.nemesis.process.StateDirectory;
import moirai.nemesis.servers.ClusterHosts;
import moirai.nemesis.servers.ServerCluster;
import moirai.nemesis.servers.TableFiles;

/**
 * Real MariaDB servers that only this machine reaches, made from nothing and removed at the end: one, or a Galera
 * cluster, each of whose nodes takes reads and writes. Thread-safe.
 */
@SuppressWarnings("exports") // Callers see this class and its interface; what it is made of is hidden.
public final class MariadbCluster extends ServerCluster<MariadbNode> {

    private final MariadbOptions options;
    private final Membership membership = new Membership();
    private final ClusterHosts hosts;

    /** Makes a cluster that is not started and has no files. */
    public MariadbCluster(MariadbOptions options) {
        super(
                "MariaDB",
                options.nodes() == 1 ? "mariadb" : "galera",
                options.nodes(),
                new LocalMachines(EnumSet.allOf(MachinePart.class)));
        this.options = options;
        this.hosts =
                new ClusterHosts(options.nodes(), options.nodes() == 1 ? 0 : options.nodes(), UnaryOperator.identity());
    }

    @Override
    protected NodeMaker<MariadbNode> prepare(StateDirectory state, Instance made) throws IOException {
        var programs = MariadbPrograms.find(options.nodes());
        var template = MariadbTemplate.make(state, programs);
        var reached = hosts.hosts();
        var settled = needsSync() ? options.syncing() : options;
        var setup = new MariadbNode.Setup(programs, template, hosts.user(state), settled, reached);
        return (index, machine) -> {
            var node = new MariadbNode(setup, index, membership, machine);
            node.fill();
            return node;
        };
    }

    @Override
    protected void begin(List<MariadbNode> made) {
        membership.begin(made);
    }

    @Override
    protected void startAll() {
        membership.startAll();
    }

    @Override
    protected void end() {
        membership.end();
        hosts.close();
    }

    /**
     * Returns the links between the nodes of a cluster and to their clients, or to clients alone where there can be no
     * {@linkplain moirai.nemesis.network.lab.LabHosts lab}. Empty if links were not requested before the cluster was
     * started. Connections that administer the cluster do not use them.
     */
    @Override
    public synchronized Optional<Links> links() {
        return hosts.links();
    }

    /** Compares the number of the last transaction that each node has committed in the cluster's one order. */
    @Override
    public boolean awaitCaughtUp(Duration atMost) {
        return membership.awaitCaughtUp(atMost);
    }

    @Override
    protected Optional<TableFiles<MariadbNode>> tableFiles() {
        return Optional.of(new InnodbFiles(membership, options.nodes() > 1));
    }

    @Override
    protected String words() {
        return (options.nodes() == 1 ? "MariaDB, one server" : "Galera, " + options.nodes() + " nodes")
                + (servers().isEmpty()
                        ? ""
                        : " of MariaDB " + first().setup().programs().version());
    }

    /** Returns a user that may do anything. */
    @Override
    public String user() {
        return MariadbTemplate.USER;
    }

    @Override
    public String password() {
        return first().setup().template().password();
    }
}
