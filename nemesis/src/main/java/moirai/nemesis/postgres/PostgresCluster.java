package moirai.nemesis.postgres;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import moirai.nemesis.Cluster;
import moirai.nemesis.ClusterException;
import moirai.nemesis.Failover;
import moirai.nemesis.MachinePart;
import moirai.nemesis.Machines;
import moirai.nemesis.Node;
import moirai.nemesis.machine.LocalMachines;
import moirai.nemesis.network.Links;
import moirai.nemesis.postgres.data.PostgresTemplate;
import moirai.nemesis.process.Instance;
import moirai.nemesis.process.ServerProcess;
import moirai.nemesis.process.StateDirectory;

/**
 * Real PostgreSQL servers on free ports of 127.0.0.1, made from nothing and removed at the end: one, or a primary with
 * replicas that stream from it.
 *
 * <p>It keeps nothing: its data directories are deleted by {@link #close}, or by its watchdogs within seconds after
 * this process has died, or else by the next start. Thread-safe.
 */
public final class PostgresCluster implements Cluster {

    /** The time for replicas to catch up before those that never will are looked for. */
    private static final Duration LOOK = Duration.ofSeconds(2);

    private final PostgresOptions options;
    private final Routes routes;
    private final Succession succession;
    private final LocalMachines machines = new LocalMachines(EnumSet.allOf(MachinePart.class));

    /** The files of the cluster; empty before the first start and after the end. */
    private Optional<Instance> instance = Optional.empty();

    /** Makes a cluster that is not started and has no files. */
    public PostgresCluster(PostgresOptions options) {
        this.options = options;
        this.routes = new Routes(options.nodes());
        this.succession = new Succession(routes, options.replication());
    }

    @Override
    public synchronized void start() {
        if (instance.isPresent()) {
            succession.startAll();
            return;
        }
        try {
            succession.begin(install());
        } catch (IOException e) {
            close();
            throw new ClusterException("the embedded PostgreSQL could not be set up: " + e, e);
        } catch (ClusterException e) {
            close();
            throw e;
        }
    }

    @Override
    public void mend() {
        succession.mend();
    }

    /**
     * Waits for the replicas. One may follow at first and find only later that it cannot, as after a promotion that it
     * missed.
     */
    @Override
    public boolean awaitCaughtUp(Duration atMost) {
        long deadline = System.nanoTime() + atMost.toNanos();
        do {
            var catchingUp = new CatchingUp(succession.nodes(), succession.primary());
            if (catchingUp.isDoneWithin(atMost.compareTo(LOOK) < 0 ? atMost : LOOK)) {
                return true;
            }
            mendIfPossible();
        } while (System.nanoTime() - deadline < 0);
        return false;
    }

    private void mendIfPossible() {
        try {
            mend();
        } catch (ClusterException notNow) {
            System.getLogger(PostgresCluster.class.getName()).log(System.Logger.Level.DEBUG, "mended later", notNow);
        }
    }

    /** Makes the files of servers that have not run yet, after clearing what dead owners left. */
    private List<PostgresNode> install() throws IOException {
        var directory = StateDirectory.open();
        return directory.exclusively(() -> {
            Instance.clearLeftovers(directory);
            var binaries = PostgresBinaries.unpack(directory);
            var template = PostgresTemplate.make(directory, binaries.name(), binaries.program("initdb"));
            var made = Instance.create(directory, "postgres");
            instance = Optional.of(made);
            var nodes = new ArrayList<PostgresNode>();
            for (int number = 1; number <= options.nodes(); number++) {
                var server = new PostgresServer(
                        binaries, template, directory.user(), machines.make(made.node("n" + number)));
                server.fill(machines.needsSync() ? options.syncing() : options);
                nodes.add(new PostgresNode(server, succession));
            }
            return nodes;
        });
    }

    @Override
    public synchronized void stop() {
        List<PostgresNode> nodes = succession.nodes();
        nodes.forEach(PostgresNode::resume);
        if (!nodes.isEmpty()) {
            // It first, for it hands over all it has as it ends.
            succession.primary().server().process().ifPresent(ServerProcess::stop);
        }
        nodes.forEach(node -> node.server().process().ifPresent(ServerProcess::stop));
    }

    @Override
    public synchronized void close() {
        machines.close();
        // What it has is deleted, so there is no reason to end it in good order.
        succession.nodes().forEach(node -> node.server().discard());
        succession.end();
        routes.close();
        instance.ifPresent(Instance::remove);
        instance = Optional.empty();
    }

    @Override
    public List<Node> nodes() {
        return List.copyOf(succession.nodes());
    }

    @Override
    public Optional<Failover> failover() {
        return options.nodes() == 1 ? Optional.empty() : Optional.of(succession);
    }

    /**
     * Returns the links, which are proxies on loopback; empty if links were not requested before the cluster was
     * started. Connections that administer the cluster do not use them.
     */
    @Override
    public synchronized Optional<Links> links() {
        return instance.isPresent() ? routes.opened() : Optional.of(routes.open());
    }

    @Override
    public Optional<Machines> machines() {
        return Optional.of(machines);
    }

    @Override
    public String describe() {
        List<PostgresNode> nodes = succession.nodes();
        if (nodes.isEmpty()) {
            return "PostgreSQL, " + words() + ", not started";
        }
        String product = "PostgreSQL " + nodes.getFirst().server().version() + ", " + words();
        if (nodes.stream().allMatch(node -> node.state() == Node.State.DEAD)) {
            return product + ", stopped";
        }
        return product
                + nodes.stream()
                        .map(node -> String.valueOf(node.server().port()))
                        .collect(Collectors.joining(", ", " on 127.0.0.1:", ", removed at the end"));
    }

    private String words() {
        String how = " (" + options.replication().words() + ")";
        return switch (options.nodes()) {
            case 1 -> "one server";
            case 2 -> "a primary and one replica" + how;
            default -> "a primary and " + (options.nodes() - 1) + " replicas" + how;
        };
    }

    /** Returns the JDBC URL of the first node, without user and password. */
    public String url() {
        return first().url();
    }

    /** Returns the superuser's name. */
    @Override
    public String user() {
        return PostgresTemplate.SUPERUSER;
    }

    /** Returns the superuser's password; other users of the machine must not learn it. */
    @Override
    public String password() {
        return first().server().password();
    }

    private PostgresNode first() {
        return succession.nodes().stream()
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("the cluster is not running"));
    }
}
