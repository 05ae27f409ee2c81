package moirai.nemesis.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ProxyLinksTest {

    private final Echo server = new Echo();
    private final ProxyLinks links = new ProxyLinks(List.of("n1", "n2"));

    @AfterEach
    void close() {
        links.close();
        server.close();
    }

    @Test
    void aCutStopsWhatAnEndSendsOnConnectionsThatEitherHasOpened() throws IOException {
        int byN1 = links.route("n1", "n2", server.address());
        int byN2 = links.route("n2", "n1", server.address());
        try (Socket fromN1 = open(byN1);
                Socket fromN2 = open(byN2)) {
            for (Socket open : List.of(fromN1, fromN2)) {
                open.getOutputStream().write(9);
                assertThat(read(open, 10_000)).isEqualTo(9);
            }
            links.cut("n1", "n2");
            fromN1.getOutputStream().write(1);
            fromN2.getOutputStream().write(2);
            assertThatExceptionOfType(SocketTimeoutException.class).isThrownBy(() -> read(fromN1, 100));
            assertThatExceptionOfType(SocketTimeoutException.class).isThrownBy(() -> read(fromN2, 100));
            // From n2 the byte arrived, and only the answer of n1 is held up: it comes although n2 is cut off now.
            links.cut("n2", "n1");
            links.heal("n1", "n2");
            assertThat(read(fromN2, 10_000)).isEqualTo(2);
            links.healAll();
            assertThat(read(fromN1, 10_000)).isEqualTo(1);
        }
    }

    @Test
    void whatWasCutBeforeARouteExistedIsCutOnIt() throws IOException {
        links.cut("clients", "n1");
        int port = links.route("clients", "n1", server.address());
        try (Socket client = open(port)) {
            client.getOutputStream().write(1);
            assertThatExceptionOfType(SocketTimeoutException.class).isThrownBy(() -> read(client, 100));
            links.heal("clients", "n1");
            assertThat(read(client, 10_000)).isEqualTo(1);
        }
    }

    @Test
    void aDelayOutlastsTheHealOfACut() throws IOException {
        int port = links.route("clients", "n1", server.address());
        links.delay("clients", "n1", Duration.ofMillis(80), Duration.ZERO);
        links.cut("clients", "n1");
        links.heal("clients", "n1");
        try (Socket client = open(port)) {
            long began = System.nanoTime();
            client.getOutputStream().write(1);
            read(client, 10_000);
            assertThat(System.nanoTime() - began).isGreaterThanOrEqualTo(80_000_000);
        }
    }

    @Test
    void aRouteKeepsItsPortWhenItsServerMoves() throws IOException {
        int port = links.route("clients", "n1", server.address());
        try (var moved = new Echo()) {
            assertThat(links.route("clients", "n1", moved.address())).isEqualTo(port);
            try (Socket client = open(port)) {
                client.getOutputStream().write(1);
                assertThat(read(client, 10_000)).isEqualTo(1);
            }
            assertThat(moved.accepted()).isEqualTo(1);
            assertThat(server.accepted()).isZero();
        }
    }

    @Test
    void lossIsRefusedWithWhatThereIsInstead() {
        assertThat(links.canLose()).isFalse();
        assertThatThrownBy(() -> links.loss("clients", "n1", 0.5)).hasMessageContaining("a cut, a delay or a reset");
    }

    @Test
    void anEndThatDoesNotExistIsNamedWithThoseThatDo() {
        assertThatThrownBy(() -> links.cut("n1", "n3"))
                .hasMessage("'n3' is no end of these links: expected one of clients, n1, n2");
    }

    private static Socket open(int port) throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), port);
    }

    private static int read(Socket client, int timeoutMillis) throws IOException {
        client.setSoTimeout(timeoutMillis);
        return client.getInputStream().read();
    }
}
