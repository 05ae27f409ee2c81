package moirai.nemesis.network;

import java.io.IOException;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Passes on what comes to a Unix socket, to which processes in any network namespace can connect: the way into a host
 * that has no network in common with this one. It lives as long as its process and injects no faults.
 */
public final class UnixProxy {

    private UnixProxy() {}

    /**
     * Listens from now on.
     *
     * @param path the file to be made for the socket
     * @param server where connections lead; it need not listen yet, and if it does not, they end at once
     * @throws IOException if the file cannot be made, or exists already
     */
    public static void listen(UnixDomainSocketAddress path, SocketAddress server) throws IOException {
        var listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            listener.configureBlocking(false);
            listener.bind(path, TcpProxy.BACKLOG);
            var loop = new RelayLoop(Selector.open(), new ConcurrentLinkedQueue<>(), server);
            loop.listen(listener);
            Thread.ofPlatform().daemon().name("proxy-" + path).start(loop);
        } catch (IOException failed) {
            listener.close();
            throw failed;
        }
    }
}
