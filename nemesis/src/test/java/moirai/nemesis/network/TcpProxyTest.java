package moirai.nemesis.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** All effects are measured from outside, by a client of the proxy. */
@Timeout(60)
class TcpProxyTest {

    private static final int PATIENCE_MILLIS = 10_000;
    private static final int IMPATIENCE_MILLIS = 150;

    private final Echo server = new Echo();
    private final TcpProxy proxy = TcpProxy.to(server.address());

    @AfterEach
    void close() {
        proxy.close();
        server.close();
    }

    @Test
    void bytesPassAsTheyAre() throws IOException {
        try (Socket client = connect()) {
            assertThat(exchange(client, 1_000)).isLessThan(TimeUnit.SECONDS.toNanos(5));
            client.shutdownOutput();
            assertThat(client.getInputStream().read())
                    .as("the end of the stream passes as well")
                    .isEqualTo(-1);
        }
    }

    @Test
    void aDelayEachWayIsTheLatencyOfARoundTrip() throws IOException {
        try (Socket client = connect()) {
            proxy.delay(Direction.TO_SERVER, Duration.ofMillis(60), Duration.ZERO);
            proxy.delay(Direction.TO_CLIENT, Duration.ofMillis(40), Duration.ZERO);
            assertThat(millis(exchange(client, 1))).isBetween(100L, 400L);
            proxy.delay(Direction.TO_SERVER, Duration.ZERO, Duration.ZERO);
            proxy.delay(Direction.TO_CLIENT, Duration.ZERO, Duration.ZERO);
            assertThat(millis(best(client))).isLessThan(40L);
        }
    }

    @Test
    void jitterSpreadsTheLatencyAroundItsMeanAndKeepsTheOrder() throws IOException {
        try (Socket client = connect()) {
            proxy.delay(Direction.TO_SERVER, Duration.ofMillis(30), Duration.ofMillis(25));
            long[] latencies = new long[30];
            for (int i = 0; i < latencies.length; i++) {
                latencies[i] = millis(exchange(client, 1));
            }
            Arrays.sort(latencies);
            assertThat(latencies[0]).isBetween(5L, 24L);
            assertThat(latencies[latencies.length - 1]).isGreaterThan(36L);
            exchange(client, 100_000);
        }
    }

    /** Pieces wait beside each other, so a megabyte takes one delay and not sixteen. */
    @Test
    void aDelayDoesNotNarrowTheWay() throws IOException {
        try (Socket client = connect()) {
            proxy.delay(Direction.TO_SERVER, Duration.ofMillis(200), Duration.ZERO);
            assertThat(millis(exchange(client, 1 << 20))).isBetween(200L, 1_200L);
        }
    }

    @Test
    void refusedConnectionsAreRefusedByTheKernelAndOpenOnesGoOn() throws IOException {
        try (Socket open = connect()) {
            exchange(open, 1);
            for (int i = 0; i < 3; i++) {
                proxy.refuse();
                assertThatExceptionOfType(ConnectException.class).isThrownBy(this::connect);
                exchange(open, 1);
                proxy.admit();
                try (Socket again = connect()) {
                    exchange(again, 1);
                }
            }
        }
    }

    @Test
    void aResetReachesBothSides() throws IOException {
        try (Socket client = connect()) {
            exchange(client, 1);
            assertThat(proxy.reset()).isEqualTo(1);
            assertThatThrownBy(() -> client.getInputStream().read())
                    .isInstanceOf(SocketException.class)
                    .hasMessageContaining("reset");
            assertThat(proxy.connections()).isZero();
        }
    }

    @Test
    void oneDirectionCanStandStillWhileTheOtherGoesOn() throws IOException {
        try (Socket client = connect()) {
            exchange(client, 1);
            proxy.pause(Direction.TO_CLIENT);
            client.getOutputStream().write(7);
            assertThatExceptionOfType(SocketTimeoutException.class).isThrownBy(() -> read(client, IMPATIENCE_MILLIS));
            // The other direction alone: the server never saw the second byte, or its echo would come as well.
            proxy.pause(Direction.TO_SERVER);
            proxy.resume(Direction.TO_CLIENT);
            assertThat(read(client, PATIENCE_MILLIS))
                    .as("the server had it and had answered")
                    .isEqualTo(7);
            client.getOutputStream().write(8);
            assertThatExceptionOfType(SocketTimeoutException.class).isThrownBy(() -> read(client, IMPATIENCE_MILLIS));
            proxy.resume(Direction.TO_SERVER);
            assertThat(read(client, PATIENCE_MILLIS)).isEqualTo(8);
        }
    }

    @Test
    void whoConnectsDuringAPauseReachesTheServerAfterwards() throws IOException {
        proxy.pause(Direction.TO_CLIENT);
        try (Socket client = connect()) {
            client.getOutputStream().write(7);
            assertThatExceptionOfType(SocketTimeoutException.class).isThrownBy(() -> read(client, IMPATIENCE_MILLIS));
            assertThat(server.accepted()).isZero();
            proxy.resume(Direction.TO_CLIENT);
            assertThat(read(client, PATIENCE_MILLIS)).isEqualTo(7);
        }
    }

    /** Queues are bounded on both sides: a sender whose data nobody reads is stopped, and nothing is lost. */
    @Test
    void aSenderIsStoppedWhenTheWayIsFull() throws Exception {
        int size = 64 << 20;
        try (Socket client = connect()) {
            proxy.delay(Direction.TO_SERVER, Duration.ofSeconds(30), Duration.ZERO);
            var sent = CompletableFuture.runAsync(() -> {
                try {
                    client.getOutputStream().write(new byte[size]);
                } catch (IOException expected) {
                    throw new java.io.UncheckedIOException(expected);
                }
            });
            assertThatExceptionOfType(java.util.concurrent.TimeoutException.class)
                    .isThrownBy(() -> sent.get(500, TimeUnit.MILLISECONDS));
            proxy.reset();
            assertThatThrownBy(sent::join).hasMessageContaining("reset");
        }
    }

    @Test
    void aServerThatIsNotThereShowsAsABrokenConnection() throws IOException {
        server.close();
        // The client may notice when it connects, when it writes or when it reads: never does an answer come.
        assertThatThrownBy(() -> {
                    try (Socket client = connect()) {
                        client.getOutputStream().write(1);
                        assertThat(read(client, PATIENCE_MILLIS)).isEqualTo(-1);
                    }
                    throw new SocketException("reset, as the end of the stream");
                })
                .isInstanceOf(SocketException.class)
                .hasMessageContaining("reset");
        try (var other = new Echo()) {
            proxy.redirect(other.address());
            try (Socket client = connect()) {
                exchange(client, 1);
            }
        }
    }

    @Test
    void thousandsOfConnectionsShareOneThread() throws IOException {
        var clients = new ArrayList<Socket>();
        try {
            for (int i = 0; i < 2_000; i++) {
                clients.add(connect());
            }
            for (Socket client : clients) {
                exchange(client, 100);
            }
            assertThat(proxy.connections()).isEqualTo(2_000);
            assertThat(proxy.reset()).isEqualTo(2_000);
        } finally {
            for (Socket client : clients) {
                client.close();
            }
        }
    }

    @Test
    void afterTheEndNobodyListensAndNothingFails() {
        proxy.close();
        proxy.close();
        proxy.pause(Direction.TO_CLIENT);
        assertThat(proxy.connections()).isZero();
        assertThatExceptionOfType(ConnectException.class).isThrownBy(this::connect);
    }

    @Test
    void moreJitterThanDelayIsRefused() {
        assertThatThrownBy(() -> proxy.delay(Direction.TO_CLIENT, Duration.ofMillis(1), Duration.ofMillis(2)))
                .hasMessageContaining("no more jitter than delay");
    }

    private Socket connect() throws IOException {
        var socket = new Socket();
        socket.setTcpNoDelay(true);
        try {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), proxy.port()), PATIENCE_MILLIS);
        } catch (IOException refused) {
            socket.close();
            throw refused;
        }
        return socket;
    }

    private static int read(Socket client, int timeoutMillis) throws IOException {
        client.setSoTimeout(timeoutMillis);
        return client.getInputStream().read();
    }

    /** Sends these many bytes, awaits them back, and returns how long that took in nanoseconds. */
    private static long exchange(Socket client, int size) throws IOException {
        client.setSoTimeout(PATIENCE_MILLIS);
        var bytes = new byte[size];
        for (int i = 0; i < size; i++) {
            bytes[i] = (byte) (i * 31);
        }
        long began = System.nanoTime();
        var sent = CompletableFuture.runAsync(() -> {
            try {
                client.getOutputStream().write(bytes);
            } catch (IOException failed) {
                throw new java.io.UncheckedIOException(failed);
            }
        });
        assertThat(client.getInputStream().readNBytes(size)).isEqualTo(bytes);
        sent.join();
        return System.nanoTime() - began;
    }

    private static long best(Socket client) throws IOException {
        long best = Long.MAX_VALUE;
        for (int i = 0; i < 5; i++) {
            best = Math.min(best, exchange(client, 1));
        }
        return best;
    }

    private static long millis(long nanos) {
        return TimeUnit.NANOSECONDS.toMillis(nanos);
    }
}
