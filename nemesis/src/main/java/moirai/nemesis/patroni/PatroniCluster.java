package moirai.nemesis.patroni;

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
import moirai.nemesis.PrimaryMove;
import moirai.nemesis.machine.LocalMachines;
import moirai.nemesis.network.Hosts;
import moirai.nemesis.network.Links;
import moirai.nemesis.network.LoopbackHosts;
import moirai.nemesis.network.lab.LabHosts;
import moirai.nemesis.postgres.data.PostgresTemplate;
import moirai.nemesis.process.Instance;
import moirai.nemesis.process.Pauses;
import moirai.nemesis.process.ServerProcess;
import moirai.nemesis.process.ServerUser;
import moirai.nemesis.process.StateDirectory;

/**
 * Real PostgreSQL servers under Patroni that only this machine reaches, made from nothing and removed at the end.
 *
 * <p>It keeps nothing: its data directories are deleted by {@link #close}, or by its watchdogs within seconds after
 * this process has died, or else by the next start. Thread-safe.
 */
public final class PatroniCluster implements Cluster {

    private final PatroniOptions options;
    /** The machines. Power cannot fail: a member without power would be started again as one that ended by itself. */
    private final LocalMachines machines = new LocalMachines(EnumSet.complementOf(EnumSet.of(MachinePart.POWER)));

    private final MemberApi api = new MemberApi();

    /** The nodes, replaced as a whole; empty before the first start and after the end. */
    private volatile List<PatroniNode> nodes = List.of();

    /** The observer of the lock; set when the cluster is complete for the first time. */
    private volatile Optional<Leadership> leadership = Optional.empty();

    /** The files of the cluster; empty before the first start and after the end. */
    private Optional<Instance> instance = Optional.empty();

    private Optional<Etcd> etcd = Optional.empty();

    /** The hosts of the nodes; empty before they are needed and after the end. */
    private Optional<Hosts> hosts = Optional.empty();

    private Optional<Links> links = Optional.empty();

    /** Set if the hosts are those of a lab, with one more for etcd. */
    private boolean isInLab;

    /** Makes a cluster that is not started and has no files. */
    public PatroniCluster(PatroniOptions options) {
        this.options = options;
    }

    /** Returns what keeps clusters from being made here, as the command that mends it; empty if nothing does. */
    public static Optional<String> problem() {
        return PatroniPrograms.problem();
    }

    @Override
    public synchronized void start() {
        if (leadership.isPresent()) {
            new Reunion(nodes).complete(leadership.get());
            return;
        }
        try {
            List<PatroniNode> made = install(PatroniPrograms.find());
            nodes = List.copyOf(made);
            new Reunion(nodes).begin(this::requireTaken);
            leadership = Optional.of(
                    new Leadership(nodes, etcd.orElseThrow(), nodes.getFirst().name()));
        } catch (IOException e) {
            close();
            throw new ClusterException("PostgreSQL under Patroni could not be set up: " + e, e);
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /** Makes the files of members that have not run yet, and etcd, after clearing what dead owners left. */
    private List<PatroniNode> install(PatroniPrograms programs) throws IOException {
        var directory = StateDirectory.open();
        return directory.exclusively(() -> {
            Instance.clearLeftovers(directory);
            var template = PostgresTemplate.make(directory, programs.templateName(), programs.postgres("initdb"));
            var made = Instance.create(directory, "patroni");
            instance = Optional.of(made);
            var started = new Etcd(made.node(Etcd.NAME), hosts(false), isInLab ? options.nodes() : 0, api);
            etcd = Optional.of(started);
            // Whoever the caller is, in a lab it looks like root, as whom servers do not run.
            ServerUser user = isInLab ? new ServerUser.Mapped() : directory.user();
            started.start(programs, user);
            var site = new PatroniMember.Site(hosts(false), started, api);
            var setup = new PatroniMember.Setup(programs, template, user, options, site);
            var members = new ArrayList<PatroniNode>();
            for (int index = 0; index < options.nodes(); index++) {
                var member = new PatroniMember(setup, index, machines.make(made.node(Hosts.name(index))));
                member.fill();
                members.add(new PatroniNode(member));
            }
            return members;
        });
    }

    /** Checks that all settings are in force: Patroni drops or changes some with nothing but a line in its log. */
    private void requireTaken() {
        PatroniNode first = nodes.getFirst();
        options.serverSettings().forEach((name, value) -> {
            String answer = first.member().askPatiently(TakenSetting.query(name));
            String words = TakenSetting.refusal(name, value, answer);
            if (!words.isEmpty()) {
                throw ClusterException.refusal(words);
            }
        });
    }

    private Hosts hosts(boolean withLinks) {
        if (hosts.isEmpty()) {
            // Members tell each other their addresses, so what lies between them can be cut only between hosts.
            isInLab = withLinks && LabHosts.problem().isEmpty();
            hosts = Optional.of(
                    isInLab ? LabHosts.of(options.nodes() + 1) : new LoopbackHosts(options.nodes(), withLinks));
            links = hosts.get().links().map(all -> isInLab ? new QuorumLinks(all, options.nodes()) : all);
        }
        return hosts.get();
    }

    /** Starts members again that ended by themselves; Patroni does everything else. */
    @Override
    public void mend() {
        nodes.stream().filter(node -> node.member().hasEnded()).forEach(PatroniNode::start);
    }

    @Override
    public boolean awaitCaughtUp(Duration atMost) {
        return Pauses.until(
                atMost.toMillis(),
                () -> leadership
                        .flatMap(Leadership::leader)
                        .filter(Following::isIdle)
                        .filter(primary -> nodes.stream()
                                .allMatch(node -> node == primary || Following.hasCaughtUp(node, primary)))
                        .isPresent());
    }

    @Override
    public synchronized void stop() {
        nodes.forEach(PatroniNode::resume);
        // Replicas first: they would replace the primary.
        List<PatroniNode> all = nodes;
        Optional<PatroniNode> primary = leadership.flatMap(Leadership::leader);
        all.stream().filter(node -> !primary.equals(Optional.of(node))).forEach(PatroniCluster::stop);
        primary.ifPresent(PatroniCluster::stop);
    }

    private static void stop(PatroniNode node) {
        node.member().process().ifPresent(ServerProcess::stop);
    }

    /** Ends everything. Each step is tried, whatever becomes of those before it. */
    @Override
    public synchronized void close() {
        var steps = new ArrayList<Runnable>();
        leadership.ifPresent(own -> steps.add(own::close));
        steps.add(machines::close);
        // What it has is deleted, so there is no reason to end it in good order.
        nodes.forEach(node -> steps.add(() -> node.member().discard()));
        etcd.ifPresent(own -> steps.add(own::discard));
        hosts.ifPresent(own -> steps.add(own::close));
        instance.ifPresent(own -> steps.add(own::remove));
        steps.add(api::close);
        leadership = Optional.empty();
        nodes = List.of();
        etcd = Optional.empty();
        hosts = Optional.empty();
        links = Optional.empty();
        instance = Optional.empty();
        Steps.all(steps);
    }

    @Override
    public List<Node> nodes() {
        return List.copyOf(nodes);
    }

    @Override
    public Optional<Failover> failover() {
        // Before the start it is asked whether there will be one.
        return Optional.of(leadership.<Failover>map(own -> own).orElseGet(NotStarted::new));
    }

    /** The failover of a cluster that is not started: there is nothing to move. */
    private static final class NotStarted implements Failover {

        @Override
        public Node failOver() {
            throw new ClusterException("the cluster is not running");
        }

        @Override
        public void promote(Node node) {
            failOver();
        }
    }

    @Override
    public List<PrimaryMove> ownMoves() {
        return leadership.map(Leadership::takeMoves).orElse(List.of());
    }

    /**
     * Returns the links between nodes and to their clients, or to clients alone where there can be no {@linkplain
     * LabHosts lab}. Empty if links were not requested before the cluster was started.
     */
    @Override
    public synchronized Optional<Links> links() {
        if (instance.isEmpty()) {
            hosts(true);
        }
        return links;
    }

    @Override
    public Optional<Machines> machines() {
        return Optional.of(machines);
    }

    @Override
    public String describe() {
        List<PatroniNode> all = nodes;
        String product = "PostgreSQL under Patroni, " + options.nodes() + " nodes ("
                + options.replication().words() + ")";
        if (all.isEmpty()) {
            return product + ", not started";
        }
        product += ", Patroni " + all.getFirst().member().setup().programs().version();
        if (all.stream().allMatch(node -> node.state() == Node.State.DEAD)) {
            return product + ", stopped";
        }
        return product
                + all.stream()
                        .map(node -> node.member().address())
                        .collect(Collectors.joining(", ", " on ", ", removed at the end"));
    }

    @Override
    public String user() {
        return PostgresTemplate.SUPERUSER;
    }

    /** Returns the superuser's password; other users of the machine must not learn it. */
    @Override
    public String password() {
        return nodes.stream()
                .findFirst()
                .map(node -> node.member().setup().template().password())
                .orElseThrow(() -> new IllegalStateException("the cluster is not running"));
    }
}
