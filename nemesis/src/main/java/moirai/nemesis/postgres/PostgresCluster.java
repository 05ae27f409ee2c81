package moirai.nemesis.postgres;

import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import moirai.nemesis.ClusterException;
import moirai.nemesis.Failover;
import moirai.nemesis.MachinePart;
import moirai.nemesis.Upgrade;
import moirai.nemesis.machine.LocalMachines;
import moirai.nemesis.network.Links;
import moirai.nemesis.postgres.data.HeapFiles;
import moirai.nemesis.postgres.data.PostgresTemplate;
import moirai.nemesis.postgres.data.Streaming;
import moirai.nemesis.process.Instance;
import moirai.nemesis.process.Pauses;
import moirai.nemesis.process.StateDirectory;
import moirai.nemesis.servers.ServerCluster;
import moirai.nemesis.servers.TableFiles;

/**
 * Real PostgreSQL servers on free ports of 127.0.0.1, made from nothing and removed at the end: one, or a primary with
 * replicas that stream from it. Thread-safe.
 */
@SuppressWarnings("exports") // Callers see this class and its interface; what it is made of is hidden.
public final class PostgresCluster extends ServerCluster<PostgresNode> {

    /** The time for replicas to catch up before those that never will are looked for. */
    private static final Duration LOOK = Duration.ofSeconds(2);

    private final PostgresOptions options;
    private final Routes routes;
    private final Succession succession;
    private final Optional<Upgrading> upgrading;

    /** Makes a cluster that is not started and has no files. */
    public PostgresCluster(PostgresOptions options) {
        super(
                "the embedded PostgreSQL",
                "postgres",
                options.nodes(),
                new LocalMachines(EnumSet.allOf(MachinePart.class)));
        this.options = options;
        this.routes = new Routes(options.nodes());
        this.succession = new Succession(routes, options.replication());
        this.upgrading = options.versions().isUpgrade()
                ? Optional.of(new Upgrading(succession, options.versions()))
                : Optional.empty();
    }

    @Override
    protected NodeMaker<PostgresNode> prepare(StateDirectory state, Instance made) throws IOException {
        PostgresOptions settings = needsSync() ? options.syncing() : options;
        PostgresNode.Setup setup = setup(options.versions().first(), state);
        if (upgrading.isPresent()) {
            // Before anything is started: it may have to be fetched.
            upgrading.get().prepare(setup(options.versions().last(), state), settings);
        }
        return (index, machine) -> {
            var node = new PostgresNode(setup, succession, machine);
            node.fill(settings);
            return node;
        };
    }

    private PostgresNode.Setup setup(ServerVersion version, StateDirectory state) throws IOException {
        var binaries = PostgresBinaries.of(version, state);
        var template = PostgresTemplate.make(
                state, binaries.name(), binaries.program("initdb"), version.major(), options.hasDataChecksums());
        return new PostgresNode.Setup(binaries, template, state.user());
    }

    @Override
    public Optional<Upgrade> upgrade() {
        return upgrading.map(Upgrade.class::cast);
    }

    @Override
    protected void begin(List<PostgresNode> made) {
        succession.begin(made);
    }

    @Override
    protected void startAll() {
        succession.startAll();
    }

    @Override
    protected void end() {
        succession.end();
        routes.close();
    }

    /** Returns the primary first: as it shuts down it sends its replicas what they lack, so they have to be up. */
    @Override
    protected List<PostgresNode> inOrderOfStop() {
        return servers().isEmpty()
                ? List.of()
                : Stream.concat(Stream.of(succession.primary()), servers().stream())
                        .distinct()
                        .toList();
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
            if (Pauses.until(Math.min(atMost.toMillis(), LOOK.toMillis()), () -> isShownByAll(succession.primary()))) {
                return true;
            }
            mendIfPossible();
        } while (System.nanoTime() - deadline < 0);
        return false;
    }

    private boolean isShownByAll(PostgresNode primary) {
        return Streaming.isIdle(primary, "") && Streaming.haveCaughtUp(servers(), primary);
    }

    private void mendIfPossible() {
        try {
            mend();
        } catch (ClusterException notNow) {
            System.getLogger(PostgresCluster.class.getName()).log(System.Logger.Level.DEBUG, "mended later", notNow);
        }
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
        return isInstalled() ? routes.opened() : Optional.of(routes.open());
    }

    @Override
    protected Optional<TableFiles<PostgresNode>> tableFiles() {
        return Optional.of(
                new HeapFiles<>(options.nodes() > 1, () -> Optional.of(succession.primary()), succession::renew));
    }

    @Override
    protected String words() {
        String version =
                servers().isEmpty() ? "" : " " + first().setup().binaries().version();
        String how = " (" + options.replication().words() + ")";
        return "PostgreSQL" + version
                + switch (options.nodes()) {
                    case 1 -> ", one server";
                    case 2 -> ", a primary and one replica" + how;
                    default -> ", a primary and " + (options.nodes() - 1) + " replicas" + how;
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

    @Override
    public String password() {
        return first().password();
    }
}
