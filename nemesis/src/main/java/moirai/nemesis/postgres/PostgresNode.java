package moirai.nemesis.postgres;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import moirai.nemesis.ClusterException;
import moirai.nemesis.machine.LocalMachine;
import moirai.nemesis.network.Ports;
import moirai.nemesis.postgres.data.HeapFiles;
import moirai.nemesis.postgres.data.PostgresTemplate;
import moirai.nemesis.postgres.data.PostmasterFile;
import moirai.nemesis.postgres.data.SharedMemory;
import moirai.nemesis.postgres.data.Superuser;
import moirai.nemesis.process.Pauses;
import moirai.nemesis.process.Program;
import moirai.nemesis.process.ServerProcess;
import moirai.nemesis.process.ServerUser;
import moirai.nemesis.process.Trees;
import moirai.nemesis.servers.ServerNode;

/** A server in its cluster. Only the cluster knows which node is the primary and how a dead node comes back. */
final class PostgresNode extends ServerNode implements HeapFiles.Server {

    private static final int ANSWER_SECONDS = 2;

    /**
     * The file of the settings that the cluster changes while the server runs; read last, so it wins over the rest.
     */
    private static final String OWN_SETTINGS = "moirai.conf";

    private static final String STANDBY_SIGNAL = "standby.signal";

    private static final int START_TIMEOUT_MILLIS = 60_000;

    /** The number of attempts: another process may take a free port before the server does. */
    private static final int PORT_ATTEMPTS = 5;

    /**
     * The words of a replica that can never follow: it has what its primary has not, or misses what that has no more.
     */
    private static final List<String> ASTRAY = List.of(
            "forked off current database system timeline",
            "is not in this server's history",
            "is behind recovery timeline",
            "is ahead of the WAL flush position",
            "has already been removed");

    private final Succession succession;
    private final String password;
    private volatile Setup setup;
    private volatile int port = Ports.free();

    /** The port where it listens now, which is another one while clients must not find it. */
    private volatile int listening = port;

    /** The parts that all servers of one version share. */
    record Setup(PostgresBinaries binaries, PostgresTemplate template, ServerUser user) {

        /** Returns whether servers of these programs can read what servers of the others write. */
        boolean canRead(Setup other) {
            return version().major() == other.version().major();
        }

        private ServerVersion version() {
            return ServerVersion.parse(binaries.version());
        }
    }

    PostgresNode(Setup setup, Succession succession, LocalMachine machine) {
        super(machine);
        this.setup = setup;
        this.password = setup.template().password();
        this.succession = succession;
    }

    int port() {
        return port;
    }

    /** Returns the port where it listens now. */
    int listening() {
        return listening;
    }

    /** Returns whether it listens where no client finds it. */
    boolean isApart() {
        return listening != port;
    }

    Setup setup() {
        return setup;
    }

    /** Gives it other programs from its next start on. */
    void use(Setup other) {
        setup = other;
    }

    /** Returns the superuser's password. */
    String password() {
        return password;
    }

    @Override
    protected String address() {
        return "127.0.0.1:" + port;
    }

    @Override
    public String url() {
        return Superuser.url(new InetSocketAddress(
                InetAddress.getLoopbackAddress(), succession.routes().forClients(this)));
    }

    @Override
    public Role role() {
        return succession.roleOf(this);
    }

    @Override
    public void start() {
        succession.start(this);
    }

    /** Makes the server's data from the template, with these settings. */
    void fill(PostgresOptions options) throws IOException {
        Trees.copy(setup.template().data(), dataDirectory());
        var main = dataDirectory().resolve("postgresql.conf");
        Files.writeString(
                main,
                Files.readString(main) + "\n" + options.configuration() + "include_if_exists = '" + OWN_SETTINGS
                        + "'\n");
        give(dataDirectory());
        machine().sync();
    }

    /** Turns a dead server, or one that never ran, into a replica at its next start; its settings name the primary. */
    void makeReplica() throws IOException {
        var signal = dataDirectory().resolve(STANDBY_SIGNAL);
        if (!Files.exists(signal)) {
            Files.createFile(signal);
            give(signal);
        }
    }

    /** Returns whether its data are a replica's; the server itself removes the mark when it becomes a primary. */
    boolean isReplica() {
        return Files.exists(dataDirectory().resolve(STANDBY_SIGNAL));
    }

    /** Takes the mark of a replica from a dead server that can follow no primary any more: it has to be copied. */
    void makeOrphan() {
        try {
            Files.deleteIfExists(dataDirectory().resolve(STANDBY_SIGNAL));
        } catch (IOException e) {
            throw new ClusterException(name() + " cannot be marked as astray: " + e, e);
        }
    }

    /** Gives one of its files or directories to the user that the server runs as. */
    void give(Path path) throws IOException {
        setup.user().give(path);
    }

    /** Restores its disk, so that the files of a dead server can be read or changed: its power may be lost. */
    void powerOn() {
        machine().powerOn();
    }

    /** Replaces the settings that change while the server runs, and makes it read them if it does run. */
    void configure(Map<String, String> settings) throws IOException {
        var file = dataDirectory().resolve(OWN_SETTINGS);
        Files.writeString(file, PostgresOptions.lines(new TreeMap<>(settings)));
        give(file);
        process().ifPresent(running -> running.signal("HUP"));
    }

    /**
     * Starts the server for the first time, on another port if its own is taken, and returns when it takes connections.
     *
     * @throws ClusterException if it does not come up; it is then dead
     */
    void startFirst() {
        for (int attempt = 1; ; attempt++) {
            launch();
            Pauses.until(START_TIMEOUT_MILLIS, () -> isReady() || hasEnded());
            if (isReady()) {
                return;
            }
            super.discard();
            if (attempt == PORT_ATTEMPTS || !isPortTaken()) {
                String message = "the embedded PostgreSQL did not start: " + complaint();
                throw isRefusal(logText()) ? ClusterException.refusal(message) : new ClusterException(message);
            }
            port = Ports.free();
        }
    }

    /**
     * Starts the server and does not wait until it can be used.
     *
     * @throws ClusterException if it cannot even be tried
     */
    void launch() {
        launch(port);
    }

    /**
     * Starts the server where no client finds it, and returns when it takes connections.
     *
     * @throws ClusterException if it does not come up
     */
    void launchApart() {
        launch(Ports.free());
        if (!Pauses.until(START_TIMEOUT_MILLIS, () -> isReady() || hasEnded()) || !isReady()) {
            throw new ClusterException(name() + " does not start: " + complaint());
        }
    }

    private void launch(int at) {
        listening = at;
        try {
            machine().powerOn();
            freeSharedMemory();
            // The process that it names is dead, and its number may be another's, which the server would take for its
            // own predecessor.
            Files.deleteIfExists(dataDirectory().resolve("postmaster.pid"));
            launch(program());
        } catch (IOException e) {
            throw new ClusterException("the embedded PostgreSQL could not be started: " + e, e);
        }
    }

    /** Returns whether it takes connections. */
    boolean isReady() {
        return process().filter(this::isReady).isPresent();
    }

    /** Returns whether the last launch failed because another process has its port, mostly for a moment. */
    boolean isPortTaken() {
        return logText().contains("Address already in use");
    }

    private Program program() {
        var command = setup.user()
                .command(
                        setup.binaries().program("postgres").toString(),
                        "-D",
                        dataDirectory().toString(),
                        "-p",
                        String.valueOf(listening));
        // QUIT ends it at once and still frees its shared memory.
        return new Program(command, Map.of(), "INT", "QUIT");
    }

    private boolean isReady(ServerProcess started) {
        return PostmasterFile.read(dataDirectory())
                .filter(file -> file.ready() && file.pid() == started.pid())
                .isPresent();
    }

    /** Returns whether it has said since its last start that it has ended in good order. */
    boolean hasShutDown() {
        return state() == State.DEAD && logText().contains("database system is shut down");
    }

    /** Returns whether it has said since its last start that it can never follow its primary. */
    boolean isAstray() {
        String log = logText();
        return ASTRAY.stream().anyMatch(log::contains);
    }

    @Override
    public void discard() {
        super.discard();
        freeSharedMemory();
    }

    /**
     * Removes the shared memory that the last server has left if it was killed. To be called before its data go: the
     * next server finds the segment by the directory of the data, and a new directory has another number.
     */
    void freeSharedMemory() {
        machine()
                .server()
                .filter(last -> !last.isAlive())
                .ifPresent(last -> SharedMemory.remove(dataDirectory(), last.pid()));
    }

    /**
     * Asks the server as superuser, past all links; returns an empty string for NULL and for no row.
     *
     * @throws ClusterException if there is no answer within the time
     */
    String ask(String query, int timeoutSeconds) {
        return superuser().ask(query, timeoutSeconds);
    }

    /** Asks the server on behalf of the cluster, within two seconds. */
    @Override
    public String ask(String query) {
        return ask(query, ANSWER_SECONDS);
    }

    /** Opens a connection with a socket timeout: a paused server does not even refuse. */
    Connection connect(int timeoutSeconds) throws SQLException {
        return superuser().connect(timeoutSeconds);
    }

    /** Opens a connection to a server that has the template's password still, and not that of the cluster. */
    Connection connectAsFounded(int timeoutSeconds) throws SQLException {
        return superuser(setup.template().password()).connect(timeoutSeconds);
    }

    @Override
    public Superuser superuser() {
        return superuser(password);
    }

    private Superuser superuser(String with) {
        return new Superuser(name(), new InetSocketAddress(InetAddress.getLoopbackAddress(), listening), with);
    }

    /** Returns whether the line rejects a setting. */
    private static boolean isRefusal(String line) {
        return line.contains("unrecognized configuration parameter")
                || line.contains("invalid value for parameter")
                || line.contains("outside the valid range for parameter");
    }

    /** Returns the first line in which the server, or the program that starts it, reports an error. */
    String complaint() {
        List<String> lines = logText().lines().filter(line -> !line.isBlank()).toList();
        return lines.stream()
                .filter(PostgresNode::isRefusal)
                .map(line -> line.replaceFirst("^.*? (LOG|FATAL|ERROR):\\s+", ""))
                .findFirst()
                .or(() -> lines.stream().filter(PostgresNode::isComplaint).findFirst())
                .or(() -> lines.reversed().stream().findFirst())
                .orElse("it said nothing");
    }

    private static boolean isComplaint(String line) {
        return line.contains("FATAL") || line.contains("ERROR") || line.contains("LOG:  invalid");
    }
}
