package moirai.nemesis.patroni;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import moirai.nemesis.ClusterException;
import moirai.nemesis.machine.LocalMachine;
import moirai.nemesis.network.Hosts;
import moirai.nemesis.postgres.data.HeapFiles;
import moirai.nemesis.postgres.data.PostgresTemplate;
import moirai.nemesis.postgres.data.PostmasterFile;
import moirai.nemesis.postgres.data.SharedMemory;
import moirai.nemesis.postgres.data.Superuser;
import moirai.nemesis.process.Passwords;
import moirai.nemesis.process.Pauses;
import moirai.nemesis.process.Program;
import moirai.nemesis.process.Resources;
import moirai.nemesis.process.ServerUser;
import moirai.nemesis.process.Trees;
import moirai.nemesis.servers.ServerNode;

/** A member in its cluster. Patroni decides which is the primary, so a start only waits for a while. */
final class PatroniNode extends ServerNode implements HeapFiles.Server {

    private static final String SUPERVISOR = "member.py";

    private static final Duration ANSWER_MAX = Duration.ofSeconds(2);

    /** The time for a member to take connections before it is left to itself: it may need a node that is cut off. */
    private static final int RISE_TIMEOUT_MILLIS = 10_000;

    private static final int ANSWER_SECONDS = 2;
    private static final int PATIENT_SECONDS = 10;
    private static final int ATTEMPTS = 3;
    private static final int RETRY_MILLIS = 1_000;

    private final Setup setup;
    private final int index;

    /** The last known role. */
    private volatile Role lastRole = Role.REPLICA;

    /** The process number of its last postmaster that was seen; -1 for none. */
    private volatile long postmaster = -1;

    /** The parts that all members of a cluster share. */
    record Setup(
            PatroniPrograms programs, PostgresTemplate template, ServerUser user, PatroniOptions options, Site site) {

        Hosts hosts() {
            return site.hosts();
        }

        Etcd etcd() {
            return site.etcd();
        }
    }

    /** The hosts of members and the ways to ask them. */
    record Site(Hosts hosts, Etcd etcd, MemberApi api) {}

    PatroniNode(Setup setup, int index, LocalMachine machine) {
        super(machine);
        this.setup = setup;
        this.index = index;
    }

    Setup setup() {
        return setup;
    }

    private int port() {
        return setup.hosts().port(index, MemberConfiguration.SQL);
    }

    @Override
    protected String address() {
        return setup.hosts().at(index, MemberConfiguration.SQL);
    }

    @Override
    public String url() {
        return Superuser.url(setup.hosts().reach(index, port()));
    }

    /** Returns the role. The primary says so and holds the lock, as for any client that asks Patroni. */
    @Override
    public Role role() {
        if (state() == State.RUNNING) {
            lastRole = isLeader() ? Role.PRIMARY : Role.REPLICA;
        }
        return lastRole;
    }

    /**
     * Starts the node. If it does not take connections soon, Patroni goes on: it may have to wait for another node.
     */
    @Override
    public synchronized void start() {
        if (state() != State.DEAD) {
            return;
        }
        launch();
        Pauses.until(RISE_TIMEOUT_MILLIS, () -> isReady() || state() != State.RUNNING);
        if (hasEnded()) {
            throw new ClusterException(name() + " does not start: " + lastWords());
        }
    }

    /** Makes the member's data from the template, and its configuration. */
    void fill() throws IOException {
        Trees.copy(setup.template().data(), dataDirectory());
        Files.writeString(supervisor(), Resources.text(PatroniNode.class, SUPERVISOR));
        var configuration = new MemberConfiguration(setup, index, directory());
        Passwords.ownerOnly(configuration.file(), configuration.text());
        setup.user().give(directory().path());
        machine().sync();
    }

    private Path supervisor() {
        return directory().path().resolve(SUPERVISOR);
    }

    /**
     * Starts the member and does not wait until it can be used.
     *
     * @throws ClusterException if it cannot even be tried
     */
    void launch() {
        String[] command = {
            setup.programs().python().toString(),
            supervisor().toString(),
            setup.programs().patroni().toString(),
            new MemberConfiguration(setup, index, directory()).file().toString()
        };
        // QUIT ends it at once and still frees its shared memory.
        var program = new Program(
                setup.hosts().on(index, setup.user().command(command)),
                Map.of("PYTHONUNBUFFERED", "1"),
                "TERM",
                "QUIT");
        try {
            launch(program);
        } catch (IOException e) {
            throw new ClusterException(name() + " could not be started: " + e, e);
        }
    }

    @Override
    public void kill() {
        noteShared();
        super.kill();
    }

    /** Returns whether its PostgreSQL takes connections, according to Patroni. */
    boolean isReady() {
        return said("/health").isPresent();
    }

    /**
     * Returns whether it holds the lock and takes writes, by the answer that routes clients. A member that has just got
     * the lock says that it has it and is still a replica.
     */
    boolean isLeader() {
        return said("/primary")
                .filter(answer -> !answer.text().contains("\"role\": \"replica\""))
                .isPresent();
    }

    /** Returns the answer if the member agrees; empty if it does not, or does not answer. */
    private Optional<MemberApi.Answer> said(String path) {
        return process()
                .flatMap(running -> setup.site().api().get(api(), path, ANSWER_MAX))
                .filter(MemberApi.Answer::isGood);
    }

    /** Sends a command; returns empty if there is no answer in time. */
    Optional<MemberApi.Answer> tell(String path, String json, Duration timeout) {
        return setup.site()
                .api()
                .post(
                        api(),
                        path,
                        json,
                        new MemberApi.Post(timeout, setup.template().password()));
    }

    private InetSocketAddress api() {
        return setup.hosts().direct(index, setup.hosts().port(index, MemberConfiguration.API));
    }

    /**
     * Asks its PostgreSQL as superuser, past all links.
     *
     * @throws ClusterException if there is no answer within the time
     */
    String ask(String query, int timeoutSeconds) {
        return superuser().ask(query, timeoutSeconds);
    }

    @Override
    public Superuser superuser() {
        return new Superuser(
                name(), setup.hosts().direct(index, port()), setup.template().password());
    }

    /** Asks the member on behalf of the cluster, within two seconds. */
    @Override
    public String ask(String query) {
        return ask(query, ANSWER_SECONDS);
    }

    /**
     * Asks a member that has just become the primary, and may be busy with that for a while.
     *
     * @throws ClusterException if there is no answer to any of three attempts
     */
    String askPatiently(String query) {
        for (int attempt = 1; ; attempt++) {
            try {
                return ask(query, PATIENT_SECONDS);
            } catch (ClusterException busy) {
                if (attempt == ATTEMPTS) {
                    throw busy;
                }
                Pauses.until(RETRY_MILLIS, () -> false);
            }
        }
    }

    private void noteShared() {
        postmaster =
                PostmasterFile.read(dataDirectory()).map(PostmasterFile::pid).orElse(postmaster);
    }

    /** Kills it and removes its data; started again, Patroni copies those of the primary. */
    void empty() {
        kill();
        SharedMemory.remove(dataDirectory(), postmaster);
        try {
            Trees.delete(dataDirectory());
        } catch (IOException e) {
            throw new ClusterException(name() + " cannot be emptied: " + e, e);
        }
    }

    @Override
    public void discard() {
        noteShared();
        super.discard();
        SharedMemory.remove(dataDirectory(), postmaster);
    }
}
