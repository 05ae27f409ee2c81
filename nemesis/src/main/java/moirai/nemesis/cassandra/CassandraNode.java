package moirai.nemesis.cassandra;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import moirai.nemesis.ClusterException;
import moirai.nemesis.machine.LocalMachine;
import moirai.nemesis.network.Hosts;
import moirai.nemesis.process.Pauses;
import moirai.nemesis.process.Program;
import moirai.nemesis.process.Resources;
import moirai.nemesis.servers.ServerNode;

/**
 * A Cassandra server. All are alike: each takes reads and writes of every key. It learns of the others from its
 * configuration and from them.
 */
final class CassandraNode extends ServerNode {

    private static final String CQL = "cql";
    private static final String STORAGE = "storage";

    private static final int START_TIMEOUT_MILLIS = 120_000;

    /** The time for a node that takes connections to find the nodes that run; a paused node is not found. */
    private static final int MEET_TIMEOUT_MILLIS = 30_000;

    private static final String LISTENS = "Starting listening for CQL clients on";

    /** The words that a node prints when another node can be sent to. */
    private static final String IS_UP = "now UP";

    private final CassandraRuntime runtime;
    private final Hosts hosts;
    private final int index;

    /** @param index on its hosts, from 0 */
    CassandraNode(CassandraRuntime runtime, Hosts hosts, int index, LocalMachine machine) {
        super(machine);
        this.runtime = runtime;
        this.hosts = hosts;
        this.index = index;
    }

    /** Returns {@code cql://HOST:PORT}; the host is an address. */
    @Override
    public String url() {
        var clients = hosts.reach(index, hosts.port(index, CQL));
        return "cql://" + clients.getAddress().getHostAddress() + ":" + clients.getPort();
    }

    @Override
    protected String address() {
        return url();
    }

    @Override
    public Role role() {
        return Role.PRIMARY;
    }

    /** Starts the node, which takes connections without having met another node. */
    @Override
    public synchronized void start() {
        if (state() == State.DEAD) {
            launch();
            awaitReady();
        }
    }

    /** Makes the server's files. The server makes its data itself at its first start. */
    void fill(CassandraOptions options) throws IOException {
        Files.createDirectories(dataDirectory());
        Files.createDirectories(temporary());
        Files.writeString(configuration(), decided() + options.configuration());
        Files.writeString(logging(), Resources.text(CassandraNode.class, "logback.xml"));
        machine().sync();
    }

    private Path configuration() {
        return directory().path().resolve("cassandra.yaml");
    }

    private Path logging() {
        return directory().path().resolve("logback.xml");
    }

    private Path temporary() {
        return directory().path().resolve("tmp");
    }

    /**
     * Returns the part of the configuration that differs between servers. Every node is its own seed, so that it can
     * start when it is alone. Each share of the ring is assigned beforehand, so no node has anything to copy.
     */
    private String decided() {
        String seeds = IntStream.range(0, hosts.count())
                .mapToObj(other -> hosts.at(other, STORAGE))
                .collect(Collectors.joining(","));
        return String.format(
                Locale.ROOT,
                """
                cluster_name: moirai
                partitioner: org.apache.cassandra.dht.Murmur3Partitioner
                auto_bootstrap: false
                num_tokens: 1
                initial_token: "%s"
                seed_provider:
                  - class_name: org.apache.cassandra.locator.SimpleSeedProvider
                    parameters: [{seeds: "%s"}]
                listen_address: %s
                rpc_address: %s
                storage_port: %d
                native_transport_port: %d
                """,
                token(index, hosts.count()),
                seeds,
                hosts.address(index),
                hosts.address(index),
                hosts.port(index, STORAGE),
                hosts.port(index, CQL));
    }

    /** Returns where the share of this node begins, in a ring from -2^63 on that is divided evenly. */
    static BigInteger token(int index, int nodes) {
        return BigInteger.TWO
                .pow(64)
                .multiply(BigInteger.valueOf(index))
                .divide(BigInteger.valueOf(nodes))
                .subtract(BigInteger.TWO.pow(63));
    }

    /** Starts the process and does not wait; {@link #awaitReady} does. */
    void launch() {
        try {
            launch(program());
        } catch (IOException e) {
            throw new ClusterException("Cassandra's " + name() + " could not be started: " + e, e);
        }
    }

    private Program program() {
        var command = new ArrayList<>(runtime.command());
        command.addAll(List.of(
                "-Djava.io.tmpdir=" + temporary(),
                "-XX:ErrorFile=" + temporary().resolve("hs_err.log"),
                "-Dcassandra.config=" + configuration().toUri(),
                "-Dcassandra.storagedir=" + dataDirectory(),
                "-Dlogback.configurationFile=" + logging(),
                CassandraRuntime.MAIN));
        // KILL loses nothing that is not to be lost: what is acknowledged is in the commit log.
        return new Program(hosts.on(index, command), Map.of(), "TERM", "KILL");
    }

    /**
     * Waits until it takes connections.
     *
     * @throws ClusterException if it does not; it is then dead
     */
    void awaitReady() {
        var started = machine().server().orElseThrow(() -> new IllegalStateException(name() + " was never launched"));
        Pauses.until(START_TIMEOUT_MILLIS, () -> !started.isAlive() || isListening());
        if (!started.isAlive() || !isListening()) {
            started.endAtOnce();
            throw new ClusterException("Cassandra's " + name() + " did not start: " + reason(logText()));
        }
    }

    private boolean isListening() {
        return logText().contains(LISTENS);
    }

    /** Waits a bounded time until the server has met all these others; returns whether it has. */
    boolean awaitPeers(List<CassandraNode> others) {
        return Pauses.until(MEET_TIMEOUT_MILLIS, () -> {
            var log = logText();
            return others.stream().allMatch(other -> other == this || knows(log, hosts.at(other.index, STORAGE)));
        });
    }

    private static boolean knows(String log, String peer) {
        return log.lines().anyMatch(line -> line.contains("/" + peer + " ") && line.contains(IS_UP));
    }

    /** Returns the line that says what went wrong. */
    private static String reason(String log) {
        List<String> lines = log.lines().filter(line -> !line.isBlank()).toList();
        return lines.stream()
                .filter(line -> line.contains("ERROR") || line.contains("Exception"))
                .findFirst()
                .or(() -> lines.reversed().stream().findFirst())
                .map(String::strip)
                .orElse("it was not ready within " + START_TIMEOUT_MILLIS / 1000 + " s and said nothing");
    }
}
