package moirai.nemesis.network;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/** One connection: a client's socket, the server's, and the two directions between. Used by the loop alone. */
final class Relay {

    private final SocketChannel client;
    private final SocketChannel server;
    private final Flow toServer;
    private final Flow toClient;
    private final SelectionKey clientKey;
    private final SelectionKey serverKey;

    Relay(SocketChannel client, SocketChannel server, Selector selector) throws IOException {
        this.client = client;
        this.server = server;
        this.toServer = new Flow(Direction.TO_SERVER, client, server);
        this.toClient = new Flow(Direction.TO_CLIENT, server, client);
        this.clientKey = client.register(selector, 0, this);
        this.serverKey = server.register(selector, SelectionKey.OP_CONNECT, this);
    }

    SocketChannel server() {
        return server;
    }

    Flow flow(Direction direction) {
        return switch (direction) {
            case TO_SERVER -> toServer;
            case TO_CLIENT -> toClient;
        };
    }

    /** Returns the direction whose bytes come from this key's socket. */
    Flow readFrom(SelectionKey key) {
        return key.equals(clientKey) ? toServer : toClient;
    }

    /** Returns the direction whose bytes go to this key's socket. */
    Flow writtenTo(SelectionKey key) {
        return key.equals(clientKey) ? toClient : toServer;
    }

    boolean isOpen() {
        return client.isOpen();
    }

    boolean isOver() {
        return toServer.isDelivered() && toClient.isDelivered();
    }

    /**
     * Registers what this connection waits for. A socket that waits for nothing is not registered with the selector.
     */
    void await(boolean toServerIsPaused, boolean toClientIsPaused) {
        if (isOpen() && server.isConnected()) {
            clientKey.interestOps(interest(toServer, toServerIsPaused, toClient, toClientIsPaused));
            serverKey.interestOps(interest(toClient, toClientIsPaused, toServer, toServerIsPaused));
        }
    }

    private static int interest(Flow read, boolean readIsPaused, Flow written, boolean writtenIsPaused) {
        return (read.wantsToRead() && !readIsPaused ? SelectionKey.OP_READ : 0)
                | (written.wantsToWrite() && !writtenIsPaused ? SelectionKey.OP_WRITE : 0);
    }

    void close() {
        close(client);
        close(server);
    }

    /** Closes both sides without a shutdown: the kernel sends a reset. */
    void reset() {
        for (SocketChannel channel : new SocketChannel[] {client, server}) {
            try {
                if (channel.supportedOptions().contains(StandardSocketOptions.SO_LINGER)) {
                    channel.setOption(StandardSocketOptions.SO_LINGER, 0);
                }
            } catch (IOException alreadyClosed) {
                // Then there is nobody to reset.
            }
        }
        close();
    }

    static void close(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException closedAllTheSame) {
            System.getLogger(Relay.class.getName()).log(System.Logger.Level.DEBUG, "close", closedAllTheSame);
        }
    }
}
