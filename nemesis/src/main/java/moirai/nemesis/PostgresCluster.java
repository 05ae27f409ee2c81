package moirai.nemesis;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.util.List;

/**
 * One real PostgreSQL server on a free port of 127.0.0.1, made from nothing and removed at the end.
 *
 * <p>It keeps nothing: its data directory is deleted by {@link #close}, or by its watchdog within seconds after this
 * process has died, or else by the next start. Thread-safe.
 */
public final class PostgresCluster implements Cluster {

    private static final String HOST = "127.0.0.1";

    private static final int START_TIMEOUT_MILLIS = 60_000;

    /** Another process may take a free port before the server does. */
    private static final int PORT_ATTEMPTS = 5;

    private final PostgresOptions options;

    private State state = new State.Absent();

    /** Makes a cluster that is not started and has no files. */
    public PostgresCluster(PostgresOptions options) {
        this.options = options;
    }

    /** What there is of the server. */
    private sealed interface State {

        record Absent() implements State {}

        record Stopped(Installation installation) implements State {}

        record Running(Installation installation, ServerProcess process, Node node) implements State {}
    }

    /** What a server needs before it can start. */
    private record Installation(PostgresBinaries binaries, ServerUser user, Instance instance, String password) {}

    @Override
    public synchronized void start() {
        switch (state) {
            case State.Absent absent -> launch(install());
            case State.Stopped(var installation) -> launch(installation);
            case State.Running running -> {
                if (!running.process().isAlive()) {
                    launch(running.installation());
                }
            }
        }
    }

    @Override
    public synchronized void stop() {
        if (state instanceof State.Running(var installation, var process, var node)) {
            process.stop();
            state = new State.Stopped(installation);
        }
    }

    @Override
    public synchronized void close() {
        stop();
        if (state instanceof State.Stopped(var installation)) {
            remove(installation);
        }
    }

    @Override
    public synchronized List<Node> nodes() {
        return switch (state) {
            case State.Absent absent -> List.of();
            case State.Stopped stopped -> List.of();
            case State.Running(var installation, var process, var node) ->
                process.isAlive() ? List.of(node) : List.of();
        };
    }

    @Override
    public synchronized String describe() {
        return switch (state) {
            case State.Absent absent -> "PostgreSQL, one server, not started";
            case State.Stopped(var installation) ->
                "PostgreSQL " + installation.binaries().version() + ", one server, stopped";
            case State.Running(var installation, var process, var node) ->
                "PostgreSQL " + installation.binaries().version() + ", one server on " + node.host() + ":" + node.port()
                        + ", removed at the end";
        };
    }

    /** The JDBC URL of the server, without user and password. */
    public synchronized String url() {
        var node = running().node();
        return "jdbc:postgresql://" + node.host() + ":" + node.port() + "/postgres";
    }

    /** The superuser's name. */
    public String user() {
        return PostgresTemplate.SUPERUSER;
    }

    /** The superuser's password; other users of the machine must not learn it. */
    public synchronized String password() {
        return running().installation().password();
    }

    private State.Running running() {
        if (state instanceof State.Running running) {
            return running;
        }
        throw new IllegalStateException("the cluster is not running");
    }

    /** Makes the files of a server that has not run yet, after clearing what dead owners left. */
    private Installation install() {
        try {
            var directory = StateDirectory.open();
            return directory.exclusively(() -> {
                Instance.clearLeftovers(directory);
                var binaries = PostgresBinaries.unpack(directory);
                var template = PostgresTemplate.make(directory, binaries);
                var instance = Instance.create(directory);
                var installation = new Installation(binaries, directory.user(), instance, template.password());
                fill(installation, template);
                return installation;
            });
        } catch (IOException e) {
            throw new ClusterException("the embedded PostgreSQL could not be set up: " + e, e);
        }
    }

    private void fill(Installation installation, PostgresTemplate template) throws IOException {
        try {
            var data = installation.instance().data();
            Trees.copy(template.data(), data);
            var main = data.resolve("postgresql.conf");
            Files.writeString(main, Files.readString(main) + "\n" + options.configuration());
            installation.user().give(data);
        } catch (IOException e) {
            remove(installation);
            throw e;
        }
    }

    /** Starts the server; if it does not come up, nothing of it is left. */
    private void launch(Installation installation) {
        try {
            for (int attempt = 1; ; attempt++) {
                Files.deleteIfExists(installation.instance().log());
                int port = freePort();
                var process = ServerProcess.start(installation.instance(), command(installation, port));
                if (awaitReady(installation, process)) {
                    state = new State.Running(installation, process, node(installation, port));
                    return;
                }
                process.stop();
                var log = log(installation);
                if (attempt == PORT_ATTEMPTS || !log.contains("Address already in use")) {
                    throw new ClusterException("the embedded PostgreSQL did not start: " + reason(log));
                }
            }
        } catch (IOException e) {
            remove(installation);
            throw new ClusterException("the embedded PostgreSQL could not be started: " + e, e);
        } catch (ClusterException e) {
            remove(installation);
            throw e;
        }
    }

    private static List<String> command(Installation installation, int port) {
        return installation
                .user()
                .command(
                        installation.binaries().program("postgres").toString(),
                        "-D",
                        installation.instance().data().toString(),
                        "-p",
                        String.valueOf(port));
    }

    private static boolean awaitReady(Installation installation, ServerProcess process) {
        var data = installation.instance().data();
        boolean decided = Pauses.until(
                START_TIMEOUT_MILLIS,
                () -> !process.isAlive()
                        || PostmasterFile.read(data)
                                .filter(file -> file.ready() && process.hasChild(file.pid()))
                                .isPresent());
        return decided && process.isAlive();
    }

    private static Node node(Installation installation, int port) {
        var data = installation.instance().data();
        long pid = PostmasterFile.read(data)
                .map(PostmasterFile::pid)
                .orElseThrow(() -> new ClusterException("the embedded PostgreSQL ended as soon as it had started"));
        return new Node("n1", HOST, port, Node.Role.PRIMARY, pid, data);
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static String log(Installation installation) throws IOException {
        return Files.exists(installation.instance().log())
                ? Files.readString(installation.instance().log())
                : "";
    }

    /** The first line in which the server, or what should have run it, complains. */
    private static String reason(String log) {
        var lines = log.lines().filter(line -> !line.isBlank()).toList();
        return lines.stream()
                .filter(line -> line.contains("FATAL") || line.contains("ERROR") || line.contains("LOG:  invalid"))
                .findFirst()
                .or(() -> lines.reversed().stream().findFirst())
                .orElse("it was not ready within " + START_TIMEOUT_MILLIS / 1000 + " s and said nothing");
    }

    private void remove(Installation installation) {
        state = new State.Absent();
        try {
            installation.instance().close();
        } catch (IOException e) {
            // The next start clears it: its owner's lock goes with this process at the latest.
            System.getLogger(PostgresCluster.class.getName())
                    .log(
                            System.Logger.Level.WARNING,
                            "could not remove " + installation.instance().directory(),
                            e);
        }
    }
}
