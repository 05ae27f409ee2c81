package moirai.nemesis.network;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.IntSupplier;

/*
 * One thread and one selector for all connections, because then nothing needs a lock: who pauses or delays hands the
 * loop a task and waits until it has run. Two blocking pumps a direction, as in most proxies, would be four threads for
 * each connection, a hand-over between two of them for each message, and a race at each change of mind. A loop costs a
 * millisecond of precision, which is what a selector's timeout has.
 *
 * A port is refused by closing what listens, which alone makes the kernel answer "connection refused". Another socket
 * stays bound to the port meanwhile, without listening, so that no other program is given it.
 */
/**
 * A TCP proxy on a free port of loopback whose connections can be stopped, delayed, refused and broken.
 *
 * <p>Without faults it passes bytes on as they come. With a delay each piece waits its own time in a queue, so that
 * latency grows and bandwidth does not fall, up to 4 MiB under way in each direction of a connection. Beyond that, and
 * while a direction is paused, the sender fills its socket's buffers and waits, as with a receiver that does not read.
 *
 * <p>Thread-safe; a change is in effect when the call returns.
 */
public final class TcpProxy implements AutoCloseable {

    static final int BACKLOG = 1024;

    private final InetSocketAddress local;
    private final SocketChannel placeholder;
    private final Selector selector;
    private final RelayLoop loop;
    private final Queue<Task> tasks = new ConcurrentLinkedQueue<>();
    private final Thread thread;

    private TcpProxy(SocketChannel placeholder, Selector selector, SocketAddress server) throws IOException {
        this.placeholder = placeholder;
        this.selector = selector;
        this.local = (InetSocketAddress) placeholder.getLocalAddress();
        this.loop = new RelayLoop(selector, tasks, server);
        loop.listen(listener());
        this.thread = Thread.ofPlatform().daemon().name("proxy-" + port()).start(loop);
    }

    /**
     * Makes a proxy to this server, at a TCP port or a Unix socket, which need not listen yet. A client that connects
     * while the server does not listen finds its connection broken at once.
     *
     * @throws UncheckedIOException if there is no free port
     */
    public static TcpProxy to(SocketAddress server) {
        try {
            var placeholder = SocketChannel.open();
            try {
                placeholder.setOption(StandardSocketOptions.SO_REUSEPORT, true);
                placeholder.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
                return new TcpProxy(placeholder, Selector.open(), server);
            } catch (IOException failed) {
                placeholder.close();
                throw failed;
            }
        } catch (IOException failed) {
            throw new UncheckedIOException("no proxy to " + server + " could be opened", failed);
        }
    }

    private ServerSocketChannel listener() throws IOException {
        var listener = ServerSocketChannel.open();
        try {
            listener.setOption(StandardSocketOptions.SO_REUSEPORT, true);
            listener.configureBlocking(false);
            return listener.bind(local, BACKLOG);
        } catch (IOException failed) {
            listener.close();
            throw failed;
        }
    }

    /** Returns the port of loopback for clients; it stays the same until the end. */
    public int port() {
        return local.getPort();
    }

    /** Sends later connections to another server, such as the same one on a new port. */
    public void redirect(SocketAddress server) {
        await(() -> loop.redirect(server));
    }

    /**
     * Lets nothing pass in this direction. Connections that are opened meanwhile reach the server after {@link
     * #resume}.
     */
    public void pause(Direction direction) {
        await(() -> loop.pause(direction, true));
    }

    /** Ends {@link #pause}; what has waited is passed on. */
    public void resume(Direction direction) {
        await(() -> loop.pause(direction, false));
    }

    /**
     * Delays what passes in this direction.
     *
     * @param delay the mean; zero ends the delay
     * @param jitter how far single delays may be from the mean
     * @throws IllegalArgumentException if the jitter is greater than the delay
     */
    public void delay(Direction direction, Duration delay, Duration jitter) {
        if (delay.isNegative() || jitter.isNegative() || jitter.compareTo(delay) > 0) {
            throw new IllegalArgumentException("delay " + delay + " with jitter " + jitter + ": expected 0 or more, and"
                    + " no more jitter than delay");
        }
        await(() -> loop.delay(direction, new Lag(delay.toNanos(), jitter.toNanos())));
    }

    /** Refuses new connections; open connections go on. */
    public void refuse() {
        await(loop::unlisten);
    }

    /**
     * Ends {@link #refuse}.
     *
     * @throws UncheckedIOException if the port cannot be listened to
     */
    public void admit() {
        await(() -> {
            if (!loop.isListening()) {
                try {
                    loop.listen(listener());
                } catch (IOException failed) {
                    throw new UncheckedIOException(failed);
                }
            }
        });
    }

    /**
     * Breaks all connections: both sides see "connection reset".
     *
     * @return how many there were
     */
    public int reset() {
        return await(loop::reset);
    }

    /** Returns how many connections are open. */
    public int connections() {
        return await(loop::connections);
    }

    /** Breaks all connections and gives up the port; does nothing the second time. */
    @Override
    public void close() {
        loop.end();
        selector.wakeup();
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException again) {
                interrupted = true;
            }
        }
        try {
            placeholder.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void await(Runnable action) {
        await(() -> {
            action.run();
            return 0;
        });
    }

    private int await(IntSupplier action) {
        var task = new Task(action, new CompletableFuture<>());
        tasks.add(task);
        if (loop.hasEnded()) {
            // The loop skips what it finds after it has ended, and may have looked before this task came.
            task.skip();
        } else {
            selector.wakeup();
        }
        return task.answer().join();
    }
}
