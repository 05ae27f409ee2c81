package moirai.nemesis.network;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The loop of one proxy. All methods but {@link #end} and {@link #hasEnded} belong to its thread, or before the start
 * to its maker.
 */
final class RelayLoop implements Runnable {

    private static final int BUFFER_BYTES = 64 << 10;

    private final Selector selector;
    private final Queue<Task> tasks;
    private volatile boolean hasEnded;
    private volatile boolean isEnding;
    private SocketAddress target;
    private @Nullable ServerSocketChannel listener;
    private final Set<Relay> relays = new LinkedHashSet<>();
    private final Set<Direction> paused = EnumSet.noneOf(Direction.class);
    private final Map<Direction, Lag> lags =
            new EnumMap<>(Map.of(Direction.TO_SERVER, Lag.NONE, Direction.TO_CLIENT, Lag.NONE));
    /** The relays with something that is not due yet; an outdated entry costs one look. */
    private final PriorityQueue<Wake> wakes = new PriorityQueue<>(Comparator.comparingLong(Wake::due));

    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
    /** The source of jitter, which adds to the machine's own noise; the same sequence each time does no harm. */
    private final SplittableRandom random = new SplittableRandom(0);

    private record Wake(long due, Relay relay, Flow flow) {}

    RelayLoop(Selector selector, Queue<Task> tasks, SocketAddress target) {
        this.selector = selector;
        this.tasks = tasks;
        this.target = target;
    }

    /** Asks the loop to end. */
    void end() {
        isEnding = true;
    }

    /** Returns whether the loop has ended; later tasks are skipped. */
    boolean hasEnded() {
        return hasEnded;
    }

    @Override
    public void run() {
        try {
            while (!isEnding) {
                await();
                for (Task task = tasks.poll(); task != null; task = tasks.poll()) {
                    task.run();
                }
                for (SelectionKey key : selector.selectedKeys()) {
                    serve(key);
                }
                selector.selectedKeys().clear();
                deliver();
            }
        } catch (IOException failed) {
            System.getLogger(RelayLoop.class.getName()).log(System.Logger.Level.ERROR, "the proxy ended", failed);
        } finally {
            close();
        }
    }

    /** Waits until something can be read or written, there is a task, or something is due; in whole milliseconds. */
    private void await() throws IOException {
        Wake next = wakes.peek();
        if (next == null) {
            selector.select();
            return;
        }
        long millis = TimeUnit.NANOSECONDS.toMillis(next.due() - System.nanoTime() + 999_999);
        if (millis > 0) {
            selector.select(millis);
        } else {
            selector.selectNow();
        }
    }

    private void serve(SelectionKey key) {
        if (!key.isValid()) {
            return;
        }
        if (key.attachment() instanceof Relay relay) {
            guarded(relay, () -> pass(key, relay));
        } else {
            accept();
        }
    }

    private void pass(SelectionKey key, Relay relay) throws IOException {
        if (key.isConnectable()) {
            relay.server().finishConnect();
        } else {
            // What was ready may have been paused since.
            Flow flow = relay.readFrom(key);
            if (key.isReadable() && !paused.contains(flow.direction())) {
                flow.read(buffer, System.nanoTime(), lag(flow.direction()), random);
                wake(relay, flow);
            }
            Flow back = relay.writtenTo(key);
            if (key.isWritable() && !paused.contains(back.direction())) {
                back.write(System.nanoTime());
                wake(relay, back);
            }
        }
        settle(relay);
    }

    private void deliver() {
        long now = System.nanoTime();
        for (Wake next = wakes.peek(); next != null && next.due() <= now; next = wakes.peek()) {
            wakes.poll();
            Relay relay = next.relay();
            Flow flow = next.flow();
            if (relay.isOpen() && !paused.contains(flow.direction())) {
                guarded(relay, () -> {
                    flow.write(now);
                    wake(relay, flow);
                    settle(relay);
                });
            }
        }
    }

    private void wake(Relay relay, Flow flow) {
        if (flow.due() != Flow.NEVER) {
            wakes.add(new Wake(flow.due(), relay, flow));
        }
    }

    private void settle(Relay relay) {
        if (relay.isOver()) {
            relay.close();
            relays.remove(relay);
        } else {
            relay.await(paused.contains(Direction.TO_SERVER), paused.contains(Direction.TO_CLIENT));
        }
    }

    private interface Step {
        void run() throws IOException;
    }

    /** Runs a step; if one side of the connection breaks, breaks the other. */
    private void guarded(Relay relay, Step step) {
        try {
            step.run();
        } catch (IOException broken) {
            relay.reset();
            relays.remove(relay);
        }
    }

    private void accept() {
        ServerSocketChannel open = listener;
        if (open == null || !paused.isEmpty()) {
            return;
        }
        try {
            for (SocketChannel client = open.accept(); client != null; client = open.accept()) {
                connect(client);
            }
        } catch (IOException failed) {
            // Mostly too many open files: the client waits, and a short pause keeps the loop from spinning.
            System.getLogger(RelayLoop.class.getName()).log(System.Logger.Level.WARNING, "accept", failed);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
        }
    }

    private void connect(SocketChannel client) throws IOException {
        try {
            prepare(client);
            var server = open(target);
            prepare(server);
            var relay = new Relay(client, server, selector);
            relays.add(relay);
            guarded(relay, () -> {
                if (server.connect(target)) {
                    settle(relay);
                }
            });
        } catch (IOException failed) {
            Relay.close(client);
            throw failed;
        }
    }

    private static SocketChannel open(SocketAddress target) throws IOException {
        return target instanceof UnixDomainSocketAddress
                ? SocketChannel.open(StandardProtocolFamily.UNIX)
                : SocketChannel.open();
    }

    private static void prepare(SocketChannel channel) throws IOException {
        channel.configureBlocking(false);
        // Sockets of Unix, which carry bytes between processes of one machine, delay nothing anyway.
        if (channel.supportedOptions().contains(StandardSocketOptions.TCP_NODELAY)) {
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        }
    }

    private Lag lag(Direction direction) {
        return Objects.requireNonNull(lags.get(direction));
    }

    void redirect(SocketAddress server) {
        target = server;
    }

    void delay(Direction direction, Lag lag) {
        lags.put(direction, lag);
    }

    /**
     * Pauses or resumes a direction. A real connection needs both directions to be opened, so none is accepted while
     * one of them is paused.
     */
    void pause(Direction direction, boolean isPaused) {
        boolean isChange = isPaused ? paused.add(direction) : paused.remove(direction);
        if (!isChange) {
            return;
        }
        ServerSocketChannel open = listener;
        if (open != null) {
            open.keyFor(selector).interestOps(paused.isEmpty() ? SelectionKey.OP_ACCEPT : 0);
        }
        for (Relay relay : relays) {
            relay.await(paused.contains(Direction.TO_SERVER), paused.contains(Direction.TO_CLIENT));
            wake(relay, relay.flow(direction));
        }
    }

    boolean isListening() {
        return listener != null;
    }

    void listen(ServerSocketChannel opened) {
        try {
            opened.register(selector, paused.isEmpty() ? SelectionKey.OP_ACCEPT : 0);
            listener = opened;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    void unlisten() {
        ServerSocketChannel open = listener;
        if (open != null) {
            listener = null;
            try {
                open.close();
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
            letGo();
        }
    }

    /** Lets the selector look again: only then a closed channel is closed for the kernel. */
    private void letGo() {
        try {
            selector.selectNow();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    int reset() {
        int count = relays.size();
        List.copyOf(relays).forEach(Relay::reset);
        relays.clear();
        letGo();
        return count;
    }

    int connections() {
        return relays.size();
    }

    private void close() {
        try {
            unlisten();
            reset();
            selector.close();
        } catch (IOException | UncheckedIOException failed) {
            System.getLogger(RelayLoop.class.getName()).log(System.Logger.Level.DEBUG, "close", failed);
        } finally {
            hasEnded = true;
            for (Task task = tasks.poll(); task != null; task = tasks.poll()) {
                task.skip();
            }
        }
    }
}
