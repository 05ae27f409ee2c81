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
import java.util.Optional;
import java.util.TreeMap;
import moirai.nemesis.ClusterException;
import moirai.nemesis.machine.LocalMachine;
import moirai.nemesis.postgres.data.PostgresTemplate;
import moirai.nemesis.postgres.data.PostmasterFile;
import moirai.nemesis.postgres.data.SharedMemory;
import moirai.nemesis.postgres.data.Superuser;
import moirai.nemesis.process.NodeDirectory;
import moirai.nemesis.process.Pauses;
import moirai.nemesis.process.Ports;
import moirai.nemesis.process.Program;
import moirai.nemesis.process.ServerProcess;
import moirai.nemesis.process.ServerUser;
import moirai.nemesis.process.Trees;

/** One server: its files, its port, its process. It knows other servers only from its configuration. */
final class PostgresServer {

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

    private final PostgresBinaries binaries;
    private final PostgresTemplate template;
    private final ServerUser user;
    private final NodeDirectory node;
    private final LocalMachine machine;

    private volatile int port = Ports.free();
    private volatile Optional<ServerProcess> process = Optional.empty();

    /** Set if it was killed since its last launch. */
    private volatile boolean isKilled;

    PostgresServer(PostgresBinaries binaries, PostgresTemplate template, ServerUser user, LocalMachine machine) {
        this.binaries = binaries;
        this.template = template;
        this.user = user;
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

    int port() {
        return port;
    }

    String version() {
        return binaries.version();
    }

    /** Returns the superuser's password. */
    String password() {
        return template.password();
    }

    /** Returns the JDBC URL of the server at this port. */
    static String url(int port) {
        return Superuser.url(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    }

    Optional<ServerProcess> process() {
        return process.filter(ServerProcess::isAlive);
    }

    /** Makes the server's data from the template, with these settings. */
    void fill(PostgresOptions options) throws IOException {
        Trees.copy(template.data(), data());
        var main = data().resolve("postgresql.conf");
        Files.writeString(
                main,
                Files.readString(main) + "\n" + options.configuration() + "include_if_exists = '" + OWN_SETTINGS
                        + "'\n");
        user.give(data());
        machine.sync();
    }

    /** Turns a dead server, or one that never ran, into a replica at its next start; its settings name the primary. */
    void makeReplica() throws IOException {
        var signal = data().resolve(STANDBY_SIGNAL);
        if (!Files.exists(signal)) {
            Files.createFile(signal);
            user.give(signal);
        }
    }

    /** Returns whether its data are a replica's; the server itself removes the mark when it becomes a primary. */
    boolean isReplica() {
        return Files.exists(data().resolve(STANDBY_SIGNAL));
    }

    /** Takes the mark of a replica from a dead server that can follow no primary any more: it has to be copied. */
    void makeOrphan() {
        try {
            Files.deleteIfExists(data().resolve(STANDBY_SIGNAL));
        } catch (IOException e) {
            throw new ClusterException(name() + " cannot be marked as astray: " + e, e);
        }
    }

    /** Gives one of its files or directories to the user that the server runs as. */
    void give(Path path) throws IOException {
        user.give(path);
    }

    /** Restores its disk, so that the files of a dead server can be read or changed: its power may be lost. */
    void powerOn() {
        machine.powerOn();
    }

    /** Kills every process of the server. */
    void kill() {
        isKilled = true;
        process().ifPresent(ServerProcess::kill);
    }

    /** Replaces the settings that change while the server runs, and makes it read them if it does run. */
    void configure(Map<String, String> settings) throws IOException {
        var file = data().resolve(OWN_SETTINGS);
        Files.writeString(file, PostgresOptions.lines(new TreeMap<>(settings)));
        user.give(file);
        process().ifPresent(running -> running.signal("HUP"));
    }

    /**
     * Starts the server for the first time, on another port if its own is taken, and returns when it takes connections.
     *
     * @throws ClusterException if it does not come up; it is then dead
     */
    void start() {
        for (int attempt = 1; ; attempt++) {
            launch();
            Pauses.until(START_TIMEOUT_MILLIS, () -> isReady() || hasEnded());
            if (isReady()) {
                return;
            }
            process.ifPresent(ServerProcess::endAtOnce);
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
        try {
            machine.powerOn();
            // The process that it names is dead, and its number may be another's, which the server would take for its
            // own predecessor.
            Files.deleteIfExists(data().resolve("postmaster.pid"));
            isKilled = false;
            process = Optional.of(machine.start(program()));
        } catch (IOException e) {
            throw new ClusterException("the embedded PostgreSQL could not be started: " + e, e);
        }
    }

    /** Returns whether it takes connections. */
    boolean isReady() {
        return process().filter(this::isReady).isPresent();
    }

    /** Returns whether it ended by itself since it was launched. */
    boolean hasEnded() {
        return process().isEmpty() && !isKilled;
    }

    /** Returns whether the last launch failed because another process has its port, mostly for a moment. */
    boolean isPortTaken() {
        return logText().contains("Address already in use");
    }

    private Program program() {
        var command = user.command(
                binaries.program("postgres").toString(), "-D", data().toString(), "-p", String.valueOf(port));
        // QUIT ends it at once and still frees its shared memory.
        return new Program(command, Map.of(), "INT", "QUIT");
    }

    private boolean isReady(ServerProcess started) {
        return PostmasterFile.read(data())
                .filter(file -> file.ready() && file.pid() == started.pid())
                .isPresent();
    }

    /** Returns whether it has said since its last start that it can never follow its primary. */
    boolean isAstray() {
        String log = logText();
        return ASTRAY.stream().anyMatch(log::contains);
    }

    /** Ends the server at once, and frees what a killed server leaves beside its files. */
    void discard() {
        process.ifPresent(last -> {
            last.endAtOnce();
            SharedMemory.remove(data(), last.pid());
        });
    }

    /**
     * Asks the server as superuser, past all links; returns an empty string for NULL and for no row.
     *
     * @throws ClusterException if there is no answer within the time
     */
    String ask(String query, int timeoutSeconds) {
        return superuser().ask(query, timeoutSeconds);
    }

    /** Opens a connection with a socket timeout: a paused server does not even refuse. */
    Connection connect(int timeoutSeconds) throws SQLException {
        return superuser().connect(timeoutSeconds);
    }

    private Superuser superuser() {
        return new Superuser(name(), new InetSocketAddress(InetAddress.getLoopbackAddress(), port), password());
    }

    /** Returns what the server printed since its last start. */
    String logText() {
        try {
            return Files.exists(log()) ? Files.readString(log()) : "";
        } catch (IOException e) {
            return "";
        }
    }

    /** Returns the last line that it printed. */
    String lastWords() {
        return logText().lines().filter(line -> !line.isBlank()).reduce("it said nothing", (all, line) -> line);
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
                .filter(PostgresServer::isRefusal)
                .map(line -> line.replaceFirst("^.*? (LOG|FATAL|ERROR):\\s+", ""))
                .findFirst()
                .or(() -> lines.stream().filter(PostgresServer::isComplaint).findFirst())
                .or(() -> lines.reversed().stream().findFirst())
                .orElse("it said nothing");
    }

    private static boolean isComplaint(String line) {
        return line.contains("FATAL") || line.contains("ERROR") || line.contains("LOG:  invalid");
    }
}
