package moirai.nemesis.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LoopbackHostsTest {

    @Test
    void twoNodesNeverListenAtTheSamePlace() {
        try (var hosts = new LoopbackHosts(3, false)) {
            assertThat(IntStream.range(0, 3)
                            .boxed()
                            .flatMap(node -> List.of("sql", "group").stream()
                                    .map(service -> hosts.address(node) + ":" + hosts.port(node, service))))
                    .doesNotHaveDuplicates()
                    .hasSize(6);
            assertThat(hosts.equalPorts())
                    .isEqualTo(!hosts.address(0).equals(hosts.address(2)))
                    .isEqualTo(hosts.port(0, "sql") == hosts.port(2, "sql"));
        }
    }

    @Test
    void aServiceKeepsItsPort() {
        try (var hosts = new LoopbackHosts(1, true)) {
            int port = hosts.port(0, "sql");
            assertThat(hosts.port(0, "sql")).isEqualTo(port);
            assertThat(hosts.reach(0, port)).isEqualTo(hosts.reach(0, port));
        }
    }

    @Test
    void withoutLinksClientsComeDirectly() {
        try (var hosts = new LoopbackHosts(2, false)) {
            assertThat(hosts.links()).isEmpty();
            assertThat(hosts.reach(1, 15_000))
                    .isEqualTo(hosts.direct(1, 15_000))
                    .isEqualTo(new InetSocketAddress(hosts.address(1), 15_000));
        }
    }

    @Test
    void whatIsCutForClientsStaysOpenForMoirai() throws IOException {
        try (var hosts = new LoopbackHosts(2, true);
                var server = new ServerSocket(hosts.port(1, "sql"), 10, InetAddress.getByName(hosts.address(1)))) {
            var links = hosts.links().orElseThrow();
            assertThat(links.ends()).containsExactly("clients", "n1", "n2");
            links.cut("clients", "n2");
            server.setSoTimeout(100);
            try (Socket client = open(hosts.reach(1, server.getLocalPort()))) {
                assertThat(client.isConnected()).isTrue();
                assertThatThrownBy(server::accept).isInstanceOf(SocketTimeoutException.class);
                server.setSoTimeout(10_000);
                try (Socket own = open(hosts.direct(1, server.getLocalPort()));
                        Socket accepted = server.accept()) {
                    assertThat(accepted.getPort()).isEqualTo(own.getLocalPort());
                }
                links.heal("clients", "n2");
                server.accept().close();
            }
        }
    }

    @Test
    void asTheOneWayOfClientsToANodeALinkHasOnePort() {
        try (var hosts = new LoopbackHosts(1, true)) {
            hosts.reach(0, 15_000);
            assertThatThrownBy(() -> hosts.reach(0, 15_001))
                    .hasMessage("clients reach n1 by port 15000: expected no other, got 15001");
        }
    }

    @Test
    void moreNodesThanAddressesAreRefused() {
        assertThatThrownBy(() -> new LoopbackHosts(255, false)).hasMessage("255 nodes: expected 1 to 254");
    }

    private static Socket open(InetSocketAddress address) throws IOException {
        return new Socket(address.getAddress(), address.getPort());
    }
}
