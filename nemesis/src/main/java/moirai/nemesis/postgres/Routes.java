package moirai.nemesis.postgres;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.stream.IntStream;
import moirai.nemesis.network.Hosts;
import moirai.nemesis.network.Links;
import moirai.nemesis.network.ProxyLinks;

/**
 * The ports of loopback by which nodes and clients reach a server: its own, or that of a link which can be cut.
 * Thread-safe.
 */
final class Routes {

    private final int nodes;

    /** The links; empty until some are requested. */
    private volatile Optional<ProxyLinks> links = Optional.empty();

    Routes(int nodes) {
        this.nodes = nodes;
    }

    /** Sends everything through links from now on. */
    synchronized Links open() {
        if (links.isEmpty()) {
            links = Optional.of(new ProxyLinks(
                    IntStream.range(0, nodes).mapToObj(Hosts::name).toList()));
        }
        return links.get();
    }

    Optional<Links> opened() {
        return links.map(Links.class::cast);
    }

    /** Returns the port of this server for clients. */
    int forClients(PostgresNode server) {
        return port(Links.CLIENTS, server);
    }

    /** Returns the port of this server for the node of this name. */
    int port(String from, PostgresNode server) {
        return links.map(proxies -> proxies.route(
                        from, server.name(), new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port())))
                .orElse(server.port());
    }

    /** Returns whether two nodes can reach each other. */
    boolean isOpen(String one, String other) {
        return links.filter(proxies -> proxies.isCut(one, other)).isEmpty();
    }

    synchronized void close() {
        links.ifPresent(ProxyLinks::close);
        links = Optional.empty();
    }
}
