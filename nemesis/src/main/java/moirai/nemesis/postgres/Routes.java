package moirai.nemesis.postgres;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.stream.IntStream;
import moirai.nemesis.network.Links;
import moirai.nemesis.network.ProxyLinks;

/** By which port of loopback each reaches each: the server's own, or that of a link which can be cut. Thread-safe. */
final class Routes {

    private final int nodes;

    /** Empty as long as nobody wants to cut anything. */
    private volatile Optional<ProxyLinks> links = Optional.empty();

    Routes(int nodes) {
        this.nodes = nodes;
    }

    /** Has everything go through links from now on. */
    synchronized Links open() {
        if (links.isEmpty()) {
            links = Optional.of(new ProxyLinks(IntStream.rangeClosed(1, nodes)
                    .mapToObj(number -> "n" + number)
                    .toList()));
        }
        return links.get();
    }

    Optional<Links> opened() {
        return links.map(Links.class::cast);
    }

    /** Where clients find this server. */
    int forClients(PostgresServer server) {
        return port(Links.CLIENTS, server);
    }

    /** Where the node of this name finds this server. */
    int port(String from, PostgresServer server) {
        return links.map(proxies -> proxies.route(
                        from, server.name(), new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port())))
                .orElse(server.port());
    }

    /** Whether two nodes can reach each other. */
    boolean isOpen(String one, String other) {
        return links.filter(proxies -> proxies.isCut(one, other)).isEmpty();
    }

    synchronized void close() {
        links.ifPresent(ProxyLinks::close);
        links = Optional.empty();
    }
}
