package moirai.nemesis.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;
import moirai.nemesis.ClusterException;

/** Free ports of the loopback address. */
public final class Ports {

    private static final int FIRST = 15_000;

    /**
     * The last port: above it, systems take the ports of outgoing connections, and one may be taken while a server is
     * dead.
     */
    private static final int LAST = 32_767;

    private static final int ATTEMPTS = 200;

    private Ports() {}

    /** Returns a port that no process listens on now; one may a moment later. */
    public static int free() {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, LAST + 1);
            if (isFree(port)) {
                return port;
            }
        }
        throw new ClusterException("no free port from " + FIRST + " to " + LAST + " was found on 127.0.0.1");
    }

    private static boolean isFree(int port) {
        try (var socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1);
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
