package moirai.nemesis.network.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import moirai.nemesis.ClusterException;
import moirai.nemesis.faults.PartitionShape;
import moirai.nemesis.network.Links;
import moirai.nemesis.network.ProxyLinks;
import moirai.nemesis.network.Way;
import moirai.nemesis.process.Commands;
import moirai.nemesis.process.Pauses;
import moirai.nemesis.process.ProcessTree;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** Real hosts, with a process on each: which of them hear each other, and when. */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LabIT {

    private static final int NODES = 3;

    private final LabHosts hosts;
    private final Links links;
    private final List<Conversation> peers;

    LabIT() {
        LabHosts.problem().ifPresent(problem -> Assumptions.abort("skipped: needs a lab: " + problem));
        hosts = LabHosts.of(NODES);
        links = hosts.links().orElseThrow();
        peers = IntStream.range(0, NODES)
                .mapToObj(node ->
                        Conversation.start("peer " + node, Path.of("/"), hosts.on(node, peer(hosts.address(node)))))
                .toList();
    }

    private static List<String> peer(String address) {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                LabPeer.class.getName(),
                address);
    }

    @BeforeAll
    void awaitPeers() {
        peers.forEach(peer -> peer.hearUntil("ready"));
    }

    @AfterAll
    void stop() {
        peers.forEach(Conversation::close);
        hosts.close();
    }

    @AfterEach
    void heal() {
        links.healAll();
    }

    @Test
    void nodesReachEachOtherByTheirAddresses() {
        for (int from = 0; from < NODES; from++) {
            for (int to = 0; to < NODES; to++) {
                assertThat(call(from, to)).isEqualTo("connected");
                assertThat(say(from, to, 5_000)).isEqualTo("heard 7");
            }
        }
    }

    @Test
    void aCutIsSilentForThoseWhoConnectAndThoseWhoAreConnected() {
        assertThat(call(0, 1)).isEqualTo("connected");
        links.cut("n1", "n2");
        links.cut("n2", "n1");

        assertThat(say(0, 1, 300)).isEqualTo("failed Read timed out");
        assertThat(call(0, 1)).isEqualTo("failed Connect timed out");
        assertThat(call(1, 0)).isEqualTo("failed Connect timed out");
        assertThat(call(0, 2)).isEqualTo("connected");
        assertThat(call(2, 1)).isEqualTo("connected");
    }

    @Test
    void onlyTheBridgeReachesBothHalves() {
        List<Way> cuts = PartitionShape.BRIDGE.ways(List.of("n1", "n2", "n3"), List.of("n2", "n1", "n3"));
        cuts.forEach(way -> links.cut(way.from(), way.to()));

        assertThat(call(0, 2)).isEqualTo("failed Connect timed out");
        assertThat(call(2, 0)).isEqualTo("failed Connect timed out");
        for (int half : new int[] {0, 2}) {
            assertThat(call(half, 1)).isEqualTo("connected");
            assertThat(say(half, 1, 5_000)).isEqualTo("heard 7");
            assertThat(call(1, half)).isEqualTo("connected");
        }
        cuts.forEach(way -> links.heal(way.from(), way.to()));
        assertThat(call(0, 2)).isEqualTo("connected");
        assertThat(call(2, 0)).isEqualTo("connected");
    }

    /** TCP sends again what was lost, some time after the heal. */
    @Test
    void anEstablishedConnectionGoesOnAfterTheHeal() {
        assertThat(call(0, 1)).isEqualTo("connected");
        links.cut("n1", "n2");
        assertThat(say(0, 1, 300)).isEqualTo("failed Read timed out");
        links.heal("n1", "n2");
        assertThat(peers.get(0).ask("hear " + hosts.address(1) + " 10000")).isEqualTo("heard 7");
        assertThat(call(0, 1)).isEqualTo("connected");
    }

    @Test
    void inOneWayWhatIsSentTheOtherWayArrives() {
        links.cut("n1", "n2");

        assertThat(arrived(0, 1, 100)).isZero();
        assertThat(arrived(1, 0, 100)).isEqualTo(100);
        assertThat(arrived(0, 2, 100)).isEqualTo(100);
        links.heal("n1", "n2");
        assertThat(arrived(0, 1, 100)).isEqualTo(100);
    }

    /** The lab's own shell heals a rule whose answer never came: only its absence afterwards counts. */
    @Test
    void aCutOfWhichNobodyKnowsIsHealedWhetherItIsThereOrNot() {
        var proxies = new ProxyLinks(List.of("n1", "n2", "n3"), false);
        for (boolean isDone : new boolean[] {true, false}) {
            var doubtful = new LabLinks(
                    (host, command) -> {
                        if (!command.startsWith("ip rule add")) {
                            return hosts.lab().run(host, command);
                        }
                        String answer = isDone ? hosts.lab().run(host, command) : "nothing";
                        throw new ClusterException("too late: " + answer);
                    },
                    proxies);
            assertThatThrownBy(() -> doubtful.cut("n1", "n2")).isInstanceOf(ClusterException.class);
            assertThat(arrived(0, 1, 10)).isEqualTo(isDone ? 0 : 10);

            doubtful.healAll();

            assertThat(arrived(0, 1, 10)).isEqualTo(10);
        }
        proxies.close();
    }

    @Test
    void aForwarderThatDoesNotStartLeavesNoShell() {
        var shells = new ArrayList<Long>();

        assertThatThrownBy(() -> LabHosts.of(1, (lab, directory) -> {
                    shells.add(lab.pid());
                    throw new ClusterException("no forwarder");
                }))
                .hasStackTraceContaining("no forwarder");

        assertThat(shells).hasSize(1).allMatch(ProcessTree::isGone);
    }

    @Test
    void aCutThatIsAskedForTwiceIsHealedByOneHeal() {
        links.cut("n3", "n2");
        links.cut("n3", "n2");
        links.heal("n3", "n2");
        links.heal("n3", "n2");

        assertThat(arrived(2, 1, 10)).isEqualTo(10);
    }

    /** 0.3 of 2000 has a standard deviation of 20. */
    @Test
    void asManyPacketsAreLostAsAskedForAndNoneTheOtherWay() {
        LabHosts.lossProblem().ifPresent(problem -> Assumptions.abort("skipped: " + problem));
        assertThat(links.canLose()).isTrue();
        links.loss("n1", "n2", 0.1);
        links.loss("n1", "n2", 0.3);

        assertThat(arrived(0, 1, 2_000)).isBetween(1_280, 1_520);
        assertThat(arrived(1, 0, 500)).isEqualTo(500);
        links.loss("n1", "n2", 0);
        assertThat(arrived(0, 1, 500)).isEqualTo(500);
    }

    /** Clients' links are slow anywhere, for they are proxies. */
    @Test
    void aSlowLinkAddsItsDelayOrIsRefused() {
        assertThat(links.canDelay("clients", "n1")).isTrue();
        if (!links.canDelay("n1", "n2")) {
            assertThatThrownBy(() -> slow("n1", "n2", 80)).hasMessageContaining("links between nodes cannot be slow");
            Assumptions.abort("skipped: needs netem: " + LabNeeds.delayProblem().orElse(""));
        }
        assertThat(call(0, 1)).isEqualTo("connected");
        slow("n1", "n2", 80);
        long began = System.nanoTime();
        assertThat(say(0, 1, 5_000)).isEqualTo("heard 7");
        assertThat(System.nanoTime() - began).isGreaterThan(80_000_000);
    }

    private void slow(String from, String to, int millis) {
        links.delay(from, to, Duration.ofMillis(millis), Duration.ZERO);
    }

    @Test
    void aResetBreaksTheConnectionsOfTheseTwo() {
        assertThat(call(0, 1)).isEqualTo("connected");
        assertThat(call(0, 2)).isEqualTo("connected");
        links.reset("n1", "n2");

        assertThat(say(0, 1, 5_000)).startsWith("failed");
        assertThat(say(0, 2, 5_000)).isEqualTo("heard 7");
    }

    @Test
    void clientsComeByALinkThatCanBeCutAndMoiraiByAnotherOne() throws IOException {
        InetSocketAddress reached = hosts.reach(1, LabPeer.PORT);
        assertThat(hosts.reach(1, LabPeer.PORT)).isEqualTo(reached);
        try (var client = open(reached);
                var own = open(hosts.direct(1, LabPeer.PORT))) {
            assertThat(echo(client, 5_000)).isEqualTo(7);
            links.cut("clients", "n2");
            assertThatThrownBy(() -> echo(client, 300)).isInstanceOf(SocketTimeoutException.class);
            assertThat(echo(own, 5_000)).isEqualTo(7);
            links.heal("clients", "n2");
            client.setSoTimeout(5_000);
            assertThat(client.getInputStream().read()).isEqualTo(7);
        }
    }

    @Test
    void whereNobodyListensAConnectionEndsAtOnce() throws IOException {
        try (var client = open(hosts.direct(1, LabPeer.PORT + 1))) {
            client.setSoTimeout(5_000);
            assertThat(client.getInputStream().read()).isEqualTo(-1);
        }
    }

    /**
     * The process that starts a server by this command line can signal it, and the server can run as the same user.
     */
    @Test
    void aCommandKeepsItsProcessNumberAndItsUser() throws IOException {
        var process = new ProcessBuilder(hosts.on(0, List.of("sh", "-c", "echo $$; id -u"))).start();
        try (var output = process.inputReader()) {
            assertThat(output.readLine()).isEqualTo(String.valueOf(process.pid()));
            assertThat(output.readLine())
                    .isEqualTo(Commands.run(List.of("id", "-u")).lastLine());
        }
    }

    @Test
    void aServiceHasTheSamePortOnEachHost() {
        assertThat(hosts.port(0, "sql")).isEqualTo(hosts.port(2, "sql")).isNotEqualTo(hosts.port(0, "group"));
        assertThat(hosts.address(0)).isEqualTo("10.99.0.1").isNotEqualTo(hosts.address(2));
    }

    private String call(int from, int to) {
        return peers.get(from).ask("call " + hosts.address(to));
    }

    private String say(int from, int to, int timeoutMillis) {
        return peers.get(from).ask("say " + hosts.address(to) + " " + timeoutMillis);
    }

    /** Returns how many of so many datagrams arrive, sent in portions that a socket's buffer holds. */
    private int arrived(int from, int to, int count) {
        int sum = 0;
        for (int sent = 0; sent < count; sent += 100) {
            int portion = Math.min(100, count - sent);
            peers.get(from).ask("send " + hosts.address(to) + " " + portion);
            int[] arrived = new int[1];
            Pauses.until(20, () -> {
                arrived[0] += Integer.parseInt(peers.get(to).ask("count"));
                return arrived[0] >= portion;
            });
            sum += arrived[0];
        }
        return sum;
    }

    private static Socket open(InetSocketAddress address) throws IOException {
        return new Socket(address.getAddress(), address.getPort());
    }

    private static int echo(Socket socket, int timeoutMillis) throws IOException {
        socket.setSoTimeout(timeoutMillis);
        socket.getOutputStream().write(7);
        return socket.getInputStream().read();
    }
}
