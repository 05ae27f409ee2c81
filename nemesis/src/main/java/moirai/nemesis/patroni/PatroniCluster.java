package moirai.nemesis.patroni;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import moirai.nemesis.ClusterException;
import moirai.nemesis.Failover;
import moirai.nemesis.MachinePart;
import moirai.nemesis.Node;
import moirai.nemesis.PrimaryMove;
import moirai.nemesis.machine.LocalMachines;
import moirai.nemesis.network.Links;
import moirai.nemesis.postgres.data.HeapFiles;
import moirai.nemesis.postgres.data.PostgresTemplate;
import moirai.nemesis.postgres.data.Streaming;
import moirai.nemesis.process.Instance;
import moirai.nemesis.process.Pauses;
import moirai.nemesis.process.StateDirectory;
import moirai.nemesis.process.Steps;
import moirai.nemesis.servers.ClusterHosts;
import moirai.nemesis.servers.ServerCluster;
import moirai.nemesis.servers.TableFiles;

/**
 * Real PostgreSQL servers under Patroni that only this machine reaches, made from nothing and removed at the end.
 * Thread-safe.
 */
@SuppressWarnings("exports") // Callers see this class and its interface; what it is made of is hidden.
public final class PatroniCluster extends ServerCluster<PatroniNode> {

    /** The restriction to clients of the cluster, which Patroni's own connections are not. */
    private static final String CLIENTS = " AND usename = 'postgres' AND application_name NOT LIKE 'Patroni%'";

    private final PatroniOptions options;
    private final MemberApi api = new MemberApi();

    /** The hosts of the nodes; in a lab with one more for etcd. */
    private final ClusterHosts hosts;

    /** The observer of the lock; set when the cluster is complete for the first time. */
    private volatile Optional<Leadership> leadership = Optional.empty();

    private Optional<Etcd> etcd = Optional.empty();

    /**
     * Makes a cluster that is not started and has no files. Its power cannot fail: a member without power would be
     * started again as one that ended by itself.
     */
    public PatroniCluster(PatroniOptions options) {
        super(
                "PostgreSQL under Patroni",
                "patroni",
                options.nodes(),
                new LocalMachines(EnumSet.complementOf(EnumSet.of(MachinePart.POWER))));
        this.options = options;
        this.hosts = new ClusterHosts(
                options.nodes(), options.nodes() + 1, links -> new QuorumLinks(links, options.nodes()));
    }

    /** Returns what keeps clusters from being made here, as the command that mends it; empty if nothing does. */
    public static Optional<String> problem() {
        return PatroniPrograms.problem();
    }

    @Override
    protected NodeMaker<PatroniNode> prepare(StateDirectory state, Instance made) throws IOException {
        var programs = PatroniPrograms.find();
        var template = PostgresTemplate.make(state, programs.templateName(), programs.postgres("initdb"));
        var places = hosts.hosts();
        var own = new Etcd(made.node(Etcd.NAME), places, hosts.isInLab() ? options.nodes() : 0, api);
        etcd = Optional.of(own);
        var user = hosts.user(state);
        own.start(programs, user);
        var setup = new PatroniNode.Setup(programs, template, user, options, new PatroniNode.Site(places, own, api));
        return (index, machine) -> {
            var node = new PatroniNode(setup, index, machine);
            node.fill();
            return node;
        };
    }

    @Override
    protected void begin(List<PatroniNode> made) {
        new Reunion(made).begin(this::requireTaken);
        leadership = Optional.of(
                new Leadership(made, etcd.orElseThrow(), made.getFirst().name()));
    }

    /** Checks that all settings are in force: Patroni drops or changes some with nothing but a line in its log. */
    private void requireTaken() {
        options.serverSettings().forEach((name, value) -> {
            String answer = first().askPatiently(TakenSetting.query(name));
            String words = TakenSetting.refusal(name, value, answer);
            if (!words.isEmpty()) {
                throw ClusterException.refusal(words);
            }
        });
    }

    @Override
    protected void startAll() {
        new Reunion(servers()).complete(leadership.orElseThrow());
    }

    @Override
    protected void end() {
        var steps = new ArrayList<Runnable>();
        leadership.ifPresent(own -> steps.add(own::close));
        etcd.ifPresent(own -> steps.add(own::discard));
        steps.addAll(List.of(hosts::close, api::close));
        leadership = Optional.empty();
        etcd = Optional.empty();
        Steps.all(steps);
    }

    /** Returns the replicas first: they would replace the primary. */
    @Override
    protected List<PatroniNode> inOrderOfStop() {
        Optional<PatroniNode> primary = leadership.flatMap(Leadership::leader);
        return Stream.concat(servers().stream().filter(node -> !primary.equals(Optional.of(node))), primary.stream())
                .toList();
    }

    /** Starts members again that ended by themselves; Patroni does everything else. */
    @Override
    public void mend() {
        servers().stream().filter(PatroniNode::hasEnded).forEach(PatroniNode::start);
    }

    @Override
    public boolean awaitCaughtUp(Duration atMost) {
        return Pauses.until(
                atMost.toMillis(),
                () -> leadership
                        .flatMap(Leadership::leader)
                        .filter(primary -> Streaming.isIdle(primary, CLIENTS))
                        .filter(primary -> Streaming.haveCaughtUp(servers(), primary))
                        .isPresent());
    }

    @Override
    public Optional<Failover> failover() {
        // Before the start it is asked whether there will be one.
        return Optional.of(leadership.<Failover>map(own -> own).orElseGet(NotStarted::new));
    }

    @Override
    protected Optional<TableFiles<PatroniNode>> tableFiles() {
        return Optional.of(
                new HeapFiles<>(options.nodes() > 1, () -> leadership.flatMap(Leadership::leader), this::renew));
    }

    /** Makes a member a copy of the primary, which hands over before if it is the member itself. */
    private void renew(PatroniNode node) {
        Leadership observed =
                leadership.orElseThrow(() -> new ClusterException(node.name() + " has nobody to copy from"));
        if (observed.leader().filter(node::equals).isPresent()) {
            observed.failOver();
        }
        if (observed.leader().filter(primary -> primary != node).isEmpty()) {
            throw new ClusterException(node.name() + " cannot be a copy, since no other member is the primary");
        }
        node.empty();
        node.start();
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
     * moirai.nemesis.network.lab.LabHosts lab}. Empty if links were not requested before the cluster was started.
     */
    @Override
    public synchronized Optional<Links> links() {
        return hosts.links();
    }

    @Override
    protected String words() {
        String product = "PostgreSQL under Patroni, " + options.nodes() + " nodes ("
                + options.replication().words() + ")";
        return servers().isEmpty()
                ? product
                : product + ", Patroni " + first().setup().programs().version();
    }

    @Override
    public String user() {
        return PostgresTemplate.SUPERUSER;
    }

    @Override
    public String password() {
        return first().setup().template().password();
    }
}
