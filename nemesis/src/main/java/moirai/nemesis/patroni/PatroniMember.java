package moirai.nemesis.patroni;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import moirai.nemesis.ClusterException;
import moirai.nemesis.machine.LocalMachine;
import moirai.nemesis.network.Hosts;
import moirai.nemesis.postgres.data.PostgresTemplate;
import moirai.nemesis.postgres.data.PostmasterFile;
import moirai.nemesis.postgres.data.SharedMemory;
import moirai.nemesis.postgres.data.Superuser;
import moirai.nemesis.process.NodeDirectory;
import moirai.nemesis.process.Passwords;
import moirai.nemesis.process.Pauses;
import moirai.nemesis.process.Program;
import moirai.nemesis.process.ServerProcess;
import moirai.nemesis.process.ServerUser;
import moirai.nemesis.process.Trees;

/** One member: its files, its ports, its processes. Patroni decides its role in the cluster. */
final class PatroniMember {

    private static final String SUPERVISOR = "member.py";

    private static final Duration ANSWER_MAX = Duration.ofSeconds(2);

    private static final int PATIENT_SECONDS = 10;
    private static final int ATTEMPTS = 3;
    private static final int RETRY_MILLIS = 1_000;

    private final Setup setup;
    private final int index;
    private final LocalMachine machine;
    private final NodeDirectory node;

    private volatile Optional<ServerProcess> process = Optional.empty();

    /** The process number of its last postmaster that was seen; -1 for none. */
    private volatile long postmaster = -1;

    /** Set if it was killed since its last launch. */
    private volatile boolean isKilled;

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

    PatroniMember(Setup setup, int index, LocalMachine machine) {
        this.setup = setup;
        this.index = index;
        this.machine = machine;
        this.node = machine.node();
    }

    String name() {
        return node.name();
    }

    Path data() {
        return node.data();
    }

    Path log() {
        return node.log();
    }

    Setup setup() {
        return setup;
    }

    private int port() {
        return setup.hosts().port(index, MemberConfiguration.SQL);
    }

    /** Returns the address for people. */
    String address() {
        return setup.hosts().address(index) + ":" + port();
    }

    /** Returns the URL for clients. */
    String url() {
        return Superuser.url(setup.hosts().reach(index, port()));
    }

    Optional<ServerProcess> process() {
        return process.filter(ServerProcess::isAlive);
    }

    /** Makes the member's data from the template, and its configuration. */
    void fill() throws IOException {
        Trees.copy(setup.template().data(), data());
        try (InputStream text = Objects.requireNonNull(PatroniMember.class.getResourceAsStream(SUPERVISOR))) {
            Files.copy(text, supervisor());
        }
        var configuration = new MemberConfiguration(setup, index, node);
        Passwords.ownerOnly(configuration.file(), configuration.text());
        setup.user().give(node.path());
        machine.sync();
    }

    private Path supervisor() {
        return node.path().resolve(SUPERVISOR);
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
            new MemberConfiguration(setup, index, node).file().toString()
        };
        // QUIT ends it at once and still frees its shared memory.
        var program = new Program(
                setup.hosts().on(index, setup.user().command(command)),
                Map.of("PYTHONUNBUFFERED", "1"),
                "TERM",
                "QUIT");
        try {
            isKilled = false;
            process = Optional.of(machine.start(program));
        } catch (IOException e) {
            throw new ClusterException(name() + " could not be started: " + e, e);
        }
    }

    /** Kills every process of the member. */
    void kill() {
        isKilled = true;
        noteShared();
        process().ifPresent(ServerProcess::kill);
    }

    /** Returns whether it ended by itself since it was launched. */
    boolean hasEnded() {
        return process.isPresent() && process().isEmpty() && !isKilled;
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
        var direct = setup.hosts().direct(index, port());
        return new Superuser(name(), direct, setup.template().password()).ask(query, timeoutSeconds);
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

    /** Returns the last line that it printed; of a dead server, the reason. */
    String lastWords() {
        return lastLine(log());
    }

    /** Returns the last line of a log that is not blank. */
    static String lastLine(Path log) {
        try {
            return Files.readString(log)
                    .lines()
                    .filter(line -> !line.isBlank())
                    .reduce("it said nothing", (all, line) -> line);
        } catch (IOException none) {
            return "it said nothing";
        }
    }

    private void noteShared() {
        postmaster = PostmasterFile.read(data()).map(PostmasterFile::pid).orElse(postmaster);
    }

    /** Ends the member at once, and frees what a killed server leaves beside its files. */
    void discard() {
        noteShared();
        process.ifPresent(ServerProcess::endAtOnce);
        SharedMemory.remove(data(), postmaster);
    }
}
