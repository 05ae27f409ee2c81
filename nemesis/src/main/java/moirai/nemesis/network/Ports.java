package moirai.nemesis.network;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.IntPredicate;

/** Free ports of loopback addresses. */
public final class Ports {

    private static final int FIRST = 15_000;

    /**
     * The last port: above it, systems take the ports of outgoing connections, and one may be taken while a server is
     * dead.
     */
    private static final int LAST = 32_767;

    private static final int ATTEMPTS = 200;

    private Ports() {}

    /**
     * Returns a port that no process listens on now; one may a moment later.
     *
     * @throws UncheckedIOException if there is none
     */
    public static int free() {
        return free(List.of(InetAddress.getLoopbackAddress()), port -> true);
    }

    /** Returns a port that is free on all these addresses and that the caller accepts. */
    static int free(List<InetAddress> addresses, IntPredicate accepted) {
        return ThreadLocalRandom.current()
                .ints(ATTEMPTS, FIRST, LAST + 1)
                .filter(accepted)
                .filter(port -> addresses.stream().allMatch(address -> isFree(address, port)))
                .findFirst()
                .orElseThrow(() -> new UncheckedIOException(new IOException("no free port from " + FIRST + " to " + LAST
                        + " was found on "
                        + String.join(
                                ", ",
                                addresses.stream()
                                        .map(InetAddress::getHostAddress)
                                        .distinct()
                                        .toList()))));
    }

    /** Returns whether this process can listen there; port 0 stands for any. */
    static boolean isFree(InetAddress address, int port) {
        try (var socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(address, port), 1);
            return true;
        } catch (IOException taken) {
            return false;
        }
    }
}
