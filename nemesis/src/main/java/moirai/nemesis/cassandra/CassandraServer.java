package moirai.nemesis.cassandra;

import java.io.IOException;
import java.math.BigInteger;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import moirai.nemesis.ClusterException;
import moirai.nemesis.machine.LocalMachine;
import moirai.nemesis.network.Hosts;
import moirai.nemesis.process.NodeDirectory;
import moirai.nemesis.process.Pauses;
import moirai.nemesis.process.Program;
import moirai.nemesis.process.ServerProcess;

/** One server: its files, its ports, its process. It learns of the others from its configuration and from them. */
final class CassandraServer {

    private static final String CQL = "cql";
    private static final String STORAGE = "storage";

    private static final int START_TIMEOUT_MILLIS = 120_000;

    /** For a node that takes connections to find those who run; who is paused meanwhile is not found. */
    private static final int MEET_TIMEOUT_MILLIS = 30_000;

    private static final String LISTENS = "Starting listening for CQL clients on";

    /** What a node says when another one can be sent to. */
    private static final String IS_UP = "now UP";

    private final CassandraRuntime runtime;
    private final Hosts hosts;
    private final int index;
    private final NodeDirectory node;
    private final LocalMachine machine;

    private volatile Optional<ServerProcess> process = Optional.empty();

    /** @param index on its hosts, from 0 */
    CassandraServer(CassandraRuntime runtime, Hosts hosts, int index, LocalMachine machine) {
        this.runtime = runtime;
        this.hosts = hosts;
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

    Optional<ServerProcess> process() {
        return process.filter(ServerProcess::isAlive);
    }

    /** Where its clients find it. */
    InetSocketAddress clientAddress() {
        return hosts.reach(index, hosts.port(index, CQL));
    }

    /** What others call it, and what stands for it in their logs. */
    private String peerAddress(int of) {
        return hosts.address(of) + ":" + hosts.port(of, STORAGE);
    }

    /** Makes its files; its data it makes itself, at its first start. */
    void fill(CassandraOptions options) throws IOException {
        Files.createDirectories(data());
        Files.createDirectories(temporary());
        Files.writeString(configuration(), decided() + options.configuration());
        Files.writeString(logging(), CassandraJars.text("logback.xml"));
        machine.sync();
    }

    private Path configuration() {
        return node.path().resolve("cassandra.yaml");
    }

    private Path logging() {
        return node.path().resolve("logback.xml");
    }

    private Path temporary() {
        return node.path().resolve("tmp");
    }

    /**
     * What tells it from the others. Every node is a seed to itself, so that each starts again when it is alone; with
     * its share of the ring given beforehand, none has anything to copy.
     */
    private String decided() {
        String seeds =
                IntStream.range(0, hosts.count()).mapToObj(this::peerAddress).collect(Collectors.joining(","));
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

    /** Where the share of this node begins, of a ring from -2^63 on that is divided evenly. */
    static BigInteger token(int index, int nodes) {
        return BigInteger.TWO
                .pow(64)
                .multiply(BigInteger.valueOf(index))
                .divide(BigInteger.valueOf(nodes))
                .subtract(BigInteger.TWO.pow(63));
    }

    /** Starts its process; {@link #awaitReady} tells the rest. */
    void launch() {
        try {
            process = Optional.of(machine.start(program()));
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
                "-Dcassandra.storagedir=" + data(),
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
        var started = process.orElseThrow(() -> new IllegalStateException(name() + " was never launched"));
        Pauses.until(START_TIMEOUT_MILLIS, () -> !started.isAlive() || isListening());
        if (!started.isAlive() || !isListening()) {
            started.endAtOnce();
            throw new ClusterException("Cassandra's " + name() + " did not start: " + reason(logText()));
        }
    }

    private boolean isListening() {
        return logText().contains(LISTENS);
    }

    /** Waits until it has met all these others, for a time, and says whether it has. */
    boolean awaitPeers(List<CassandraServer> others) {
        return Pauses.until(MEET_TIMEOUT_MILLIS, () -> {
            var log = logText();
            return others.stream().allMatch(other -> other == this || knows(log, peerAddress(other.index)));
        });
    }

    private static boolean knows(String log, String peer) {
        return log.lines().anyMatch(line -> line.contains("/" + peer + " ") && line.contains(IS_UP));
    }

    /** Ends it at once. */
    void end() {
        process.ifPresent(ServerProcess::endAtOnce);
    }

    /** What it printed since it was started last. */
    String logText() {
        try {
            return Files.exists(log()) ? Files.readString(log()) : "";
        } catch (IOException e) {
            return "";
        }
    }

    /** The line in which it complains. */
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
