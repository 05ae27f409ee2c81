package moirai.mockstore.wire;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.SqlDatabase;
import moirai.mockstore.wire.catalog.CatalogServer;
import moirai.mockstore.wire.catalog.DefinedCatalog;
import moirai.mockstore.wire.protocol.FrontendDecoder;
import moirai.mockstore.wire.protocol.FrontendMessage;
import moirai.mockstore.wire.sessions.Backend;
import moirai.mockstore.wire.sessions.Backends;
import moirai.mockstore.wire.startup.SessionBarrier;

/**
 * A server that clients of PostgreSQL connect to, with a mock store behind it. Every client is trusted, and the names
 * of user and database do not matter; so it listens on the loopback address by default.
 */
@SuppressWarnings("FutureReturnValueIgnored") // Only closing is waited for, and only in close().
public final class MockServer implements AutoCloseable {

    private static final int SESSIONS_MAX = 1_000;

    private static final long CLOSE_MILLIS_MAX = 5_000;

    private final DefinedCatalog catalog;
    private final SessionBarrier barrier;
    private final int sessionsMax;
    private final EventLoopGroup threads = new NioEventLoopGroup(1);
    private final ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
    private final SecureRandom secrets = new SecureRandom();
    private final AtomicInteger processCount = new AtomicInteger();
    private final Backends sessions;
    private final Channel listener;
    private final InetSocketAddress boundAddress;

    private MockServer(
            SqlDatabase database,
            DefinedCatalog catalog,
            List<String> lockStep,
            InetSocketAddress address,
            int sessionsMax) {
        int expected = database.store().options().schedule().sessions();
        if (lockStep.size() != expected) {
            throw new IllegalArgumentException("a lock step of the sessions " + lockStep
                    + " in a store whose schedule has " + expected + "; expected as many names");
        }
        this.catalog = catalog;
        this.barrier = new SessionBarrier(database, lockStep);
        this.sessionsMax = sessionsMax;
        this.sessions = new Backends(!lockStep.isEmpty());
        ChannelFuture bound = new ServerBootstrap()
                .group(threads)
                .channel(NioServerSocketChannel.class)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        connect(channel);
                    }
                })
                .bind(address)
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            threads.shutdownGracefully(0, 0, TimeUnit.MILLISECONDS);
            throw new UncheckedIOException(
                    "cannot listen on " + address + ": " + bound.cause().getMessage(), new IOException(bound.cause()));
        }
        this.listener = bound.channel();
        this.boundAddress = (InetSocketAddress) listener.localAddress();
    }

    /**
     * Starts a server on the loopback address.
     *
     * @param port 0 for any that is free
     * @throws UncheckedIOException if the port is taken
     */
    public static MockServer start(SqlDatabase database, int port) {
        return start(database, InetAddress.getLoopbackAddress(), port);
    }

    /**
     * Starts a server on the loopback address, whose clients may ask for what the system catalogs tell.
     *
     * @param port 0 for any that is free
     * @param catalog answers that, and is closed with the server
     * @param lockStep if the store's schedule is in lock step, the {@code application_name} or user of each session
     *    that takes part, in the order of the sessions; empty for other schedules
     * @throws UncheckedIOException if the port is taken
     */
    public static MockServer start(SqlDatabase database, int port, DefinedCatalog catalog, List<String> lockStep) {
        return new MockServer(
                database,
                catalog,
                lockStep,
                new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
                SESSIONS_MAX);
    }

    /**
     * Starts a server on an address of this machine; any client that can reach it may do everything.
     *
     * @param port 0 for any that is free
     * @throws UncheckedIOException if the port is taken
     */
    public static MockServer start(SqlDatabase database, InetAddress address, int port) {
        return new MockServer(
                database, unserved(database), List.of(), new InetSocketAddress(address, port), SESSIONS_MAX);
    }

    /** Starts a server with a limit of sessions on any free port of the loopback address. */
    static MockServer startLimited(SqlDatabase database, int sessionsMax) {
        return new MockServer(
                database,
                unserved(database),
                List.of(),
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                sessionsMax);
    }

    private static DefinedCatalog unserved(SqlDatabase database) {
        return new DefinedCatalog(database, CatalogServer.NONE);
    }

    /** Returns the address that it listens on. */
    public InetSocketAddress address() {
        return boundAddress;
    }

    /** Returns the port that it listens on. */
    public int port() {
        return address().getPort();
    }

    /** Returns the number of connected clients. */
    public int sessionCount() {
        return sessions.all().size();
    }

    DefinedCatalog catalog() {
        return catalog;
    }

    SessionBarrier barrier() {
        return barrier;
    }

    private void connect(SocketChannel channel) {
        // Connections that are no sessions yet need room as well: some ask for another one's cancellation.
        if (connections.size() >= 2 * sessionsMax) {
            channel.close();
            return;
        }
        connections.add(channel);
        var connection = new Connection(this, channel);
        channel.pipeline().addLast(new FrontendDecoder(connection::isRecoded), connection);
    }

    /** Starts a thread for the connection. */
    void serve(Connection connection) {
        int process = processCount.incrementAndGet();
        var loop = new SessionLoop(this, connection);
        var session = new Backend(process, secrets.nextInt(), () -> loop.run(sessions, process));
        sessions.add(session);
        session.thread().start();
    }

    /**
     * Fails if there is no room for the session of this process.
     *
     * @throws StoreException with SQLSTATE 53300
     */
    void requireRoom(int process) {
        if (sessions.all().stream().filter(other -> other.process() <= process).count() > sessionsMax) {
            throw new StoreException("53300", "sorry, too many clients already; accepted are " + sessionsMax);
        }
    }

    /** Stops a session's statement if the client knows the secret, which proves that it may do so. */
    void cancel(FrontendMessage.Cancel cancel) {
        sessions.find(cancel.process())
                .filter(session -> session.secret() == cancel.secret())
                .ifPresent(Backend::cancel);
    }

    /** Closes all connections, and aborts their pending transactions. Waits for that, some seconds at most. */
    @Override
    public void close() {
        listener.close().awaitUninterruptibly();
        connections.close().awaitUninterruptibly();
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(CLOSE_MILLIS_MAX);
        sessions.all().forEach(session -> session.thread().interrupt());
        for (Backend session : sessions.all()) {
            join(session.thread(), deadline);
        }
        catalog.close();
        threads.shutdownGracefully(0, CLOSE_MILLIS_MAX, TimeUnit.MILLISECONDS).awaitUninterruptibly();
    }

    private static void join(Thread thread, long deadline) {
        try {
            thread.join(Duration.ofNanos(Math.max(1, deadline - System.nanoTime())));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
