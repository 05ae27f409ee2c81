package moirai.nemesis.network;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** A server that sends back what it is sent. */
final class Echo implements AutoCloseable {

    private final ServerSocket socket;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final AtomicInteger accepted = new AtomicInteger();

    Echo() {
        try {
            socket = new ServerSocket(0, 1024, InetAddress.getLoopbackAddress());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        threads.execute(this::accept);
    }

    private void accept() {
        try {
            while (true) {
                Socket client = socket.accept();
                accepted.incrementAndGet();
                threads.execute(() -> answer(client));
            }
        } catch (IOException closed) {
            // The test is over.
        }
    }

    private static void answer(Socket client) {
        try (client) {
            client.getInputStream().transferTo(client.getOutputStream());
        } catch (IOException broken) {
            // The client, which is the test, knows better whether that was to be expected.
        }
    }

    SocketAddress address() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), socket.getLocalPort());
    }

    int accepted() {
        return accepted.get();
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        threads.shutdownNow();
    }
}
