package moirai.mockstore.wire;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import moirai.mockstore.wire.protocol.ClientEncoding;
import moirai.mockstore.wire.protocol.FrontendDecoder.Frame;
import moirai.mockstore.wire.protocol.FrontendMessage;

/**
 * A connection between Netty's thread, which must never wait, and the session's own thread, which may. Messages queue
 * up for the session, and reading from the network pauses while too much is queued; the session waits while too much is
 * unsent.
 *
 * <p>Pausing and resuming cannot miss each other: Netty's thread sets the flag that it pauses and then tests the queue,
 * the session takes from the queue and then tests the flag, and both are sequentially consistent.
 */
@SuppressWarnings("FutureReturnValueIgnored") // A failed write closes the channel, and nobody waits for a close.
final class Connection extends ChannelInboundHandlerAdapter {

    private static final long QUEUED_SIZE_MAX = 1 << 20;
    private static final long STARTUP_TIMEOUT_SECONDS = 60;
    /** The assumed size of a message in addition to its bytes. */
    private static final int MESSAGE_SIZE = 64;

    private final MockServer server;
    private final Channel channel;
    private final LinkedBlockingQueue<Frame> inbox = new LinkedBlockingQueue<>();
    private final AtomicLong queuedSize = new AtomicLong();
    private volatile ClientEncoding encoding = ClientEncoding.UTF8;
    private volatile boolean isPaused;
    private boolean hasSession;
    private final AtomicBoolean isWoken = new AtomicBoolean();

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    Connection(MockServer server, Channel channel) {
        this.server = server;
        this.channel = channel;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        context.executor()
                .schedule(
                        () -> {
                            if (!hasSession) {
                                context.close();
                            }
                        },
                        STARTUP_TIMEOUT_SECONDS,
                        TimeUnit.SECONDS);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        Frame frame = (Frame) message;
        if (frame.message() instanceof FrontendMessage.Cancel cancel) {
            server.cancel(cancel);
            context.close();
            return;
        }
        queue(frame);
        if (!hasSession) {
            hasSession = true;
            server.serve(this);
        }
        if (queuedSize.get() > QUEUED_SIZE_MAX && !isPaused) {
            isPaused = true;
            context.channel().config().setAutoRead(false);
            resumeIfDrained();
        }
    }

    private void queue(Frame frame) {
        queuedSize.addAndGet(frame.size() + MESSAGE_SIZE);
        inbox.add(frame);
    }

    /** Resumes reading if the queue is nearly empty. Called on Netty's thread. */
    private void resumeIfDrained() {
        if (isPaused && isDrained()) {
            isPaused = false;
            channel.config().setAutoRead(true);
        }
    }

    private boolean isDrained() {
        return queuedSize.get() < QUEUED_SIZE_MAX / 2;
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        signal();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        queue(new Frame(new FrontendMessage.Disconnected(), 0));
        signal();
    }

    /**
     * Closes the connection after an error, which in most cases is a reset; the client can no longer be told anything.
     */
    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        context.close();
    }

    private void signal() {
        lock.lock();
        try {
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Queues a message that there is something to tell the client, unless one is queued. Called on any thread. */
    void wake() {
        if (isWoken.compareAndSet(false, true)) {
            queue(new Frame(new FrontendMessage.Woken(), 0));
        }
    }

    /** Takes texts in this encoding from the next message on. */
    void use(ClientEncoding client) {
        encoding = client;
    }

    /** Returns whether texts are in another encoding than UTF-8. */
    boolean isRecoded() {
        return !encoding.isUtf8();
    }

    /** Waits for the client's next message and returns it. */
    FrontendMessage receive() throws InterruptedException {
        Frame frame = inbox.take();
        if (frame.message() instanceof FrontendMessage.Woken) {
            isWoken.set(false);
        }
        queuedSize.addAndGet(-frame.size() - MESSAGE_SIZE);
        if (isPaused && isDrained()) {
            channel.eventLoop().execute(this::resumeIfDrained);
        }
        return switch (frame.message()) {
            case FrontendMessage.Unread unread -> unread.read(encoding);
            case FrontendMessage.Query(String sql) when isMisread(sql) -> misread(false);
            case FrontendMessage.Parse parse when isMisread(parse.sql()) -> misread(true);
            case FrontendMessage message -> message;
        };
    }

    /** Returns whether a text came before the encoding changed, and would be another one now. */
    private boolean isMisread(String sql) {
        return isRecoded() && sql.chars().anyMatch(character -> character > '\u007f');
    }

    private static FrontendMessage misread(boolean extended) {
        return new FrontendMessage.Refused(
                extended, "0A000", "text that is sent before the answer to a new client_encoding is not supported");
    }

    /**
     * Sends messages, and waits until the client has read most of what was sent before.
     *
     * @throws ConnectionLostException if there is no client any more
     */
    void send(ByteBuf messages) {
        channel.writeAndFlush(messages, channel.voidPromise());
        lock.lock();
        try {
            while (channel.isActive() && !channel.isWritable()) {
                // A cancelled statement must not end in the middle of a message.
                changed.awaitUninterruptibly();
            }
        } finally {
            lock.unlock();
        }
        if (!channel.isActive()) {
            throw new ConnectionLostException();
        }
    }

    /** Sends messages, and closes the connection when they have been sent. */
    void sendLast(ByteBuf messages) {
        channel.writeAndFlush(messages).addListener(sent -> channel.close());
    }

    void close() {
        channel.close();
    }

    /** Returns the columns of {@code pg_stat_activity} that tell who the client is. */
    Map<String, String> peer() {
        var address = (InetSocketAddress) channel.remoteAddress();
        return Map.of(
                "client_addr", address.getAddress().getHostAddress(), "client_port", String.valueOf(address.getPort()));
    }

    /** Returns whether the client is still there, as far as is known. */
    boolean isOpen() {
        return channel.isActive();
    }

    /** Runs something on Netty's thread after some time. */
    Future<?> after(int millis, Runnable action) {
        return channel.eventLoop().schedule(action, millis, TimeUnit.MILLISECONDS);
    }

    /** Thrown when the client of a connection is gone. */
    static final class ConnectionLostException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        ConnectionLostException() {
            super("the client is gone");
        }
    }
}
