package moirai.nemesis.network;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Nodes that share this machine. Each has a loopback address of its own, 127.0.0.1 and up, where the system accepts all
 * of them, as Linux does; else all share one address and have different ports.
 *
 * <p>Links, if there are any, carry the traffic of clients. Nodes reach each other without links, so nothing can be cut
 * between them.
 */
public final class LoopbackHosts implements Hosts {

    /** The limit on nodes, whose addresses differ in the last byte. */
    private static final int NODES_MAX = 254;

    private final List<InetAddress> addresses;
    private final boolean equalPorts;
    private final Optional<ProxyLinks> links;
    private final Map<String, Integer> ports = new LinkedHashMap<>();
    private final Map<Integer, Integer> clientPorts = new LinkedHashMap<>();

    /**
     * @param withLinks whether clients' connections go through proxies that can be cut
     * @throws IllegalArgumentException if there are less than 1 or more than 254 nodes
     */
    public LoopbackHosts(int nodes, boolean withLinks) {
        if (nodes < 1 || nodes > NODES_MAX) {
            throw new IllegalArgumentException(nodes + " nodes: expected 1 to " + NODES_MAX);
        }
        List<InetAddress> own = IntStream.rangeClosed(1, nodes)
                .mapToObj(LoopbackHosts::loopback)
                .toList();
        this.equalPorts = Ports.isFree(own.getLast(), 0);
        this.addresses =
                equalPorts ? own : own.stream().map(each -> own.getFirst()).toList();
        this.links = withLinks
                ? Optional.of(new ProxyLinks(
                        IntStream.range(0, nodes).mapToObj(Hosts::name).toList(), false))
                : Optional.empty();
    }

    private static InetAddress loopback(int last) {
        try {
            return InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) last});
        } catch (IOException impossible) {
            throw new IllegalStateException("four bytes are an address", impossible);
        }
    }

    @Override
    public int count() {
        return addresses.size();
    }

    @Override
    public String address(int node) {
        return addresses.get(node).getHostAddress();
    }

    /** Returns whether each node has an address of its own, so that ports need not tell them apart. */
    boolean equalPorts() {
        return equalPorts;
    }

    @Override
    public synchronized int port(int node, String service) {
        String key = equalPorts ? service : Hosts.name(node) + " " + service;
        return ports.computeIfAbsent(key, absent -> Ports.free(addresses, port -> !ports.containsValue(port)));
    }

    @Override
    public List<String> on(int node, List<String> command) {
        return List.copyOf(command);
    }

    @Override
    public InetSocketAddress direct(int node, int port) {
        return new InetSocketAddress(addresses.get(node), port);
    }

    @Override
    public synchronized InetSocketAddress reach(int node, int port) {
        if (links.isEmpty()) {
            return direct(node, port);
        }
        int known = clientPorts.computeIfAbsent(node, first -> port);
        if (known != port) {
            throw new IllegalArgumentException(
                    "clients reach " + Hosts.name(node) + " by port " + known + ": expected no other, got " + port);
        }
        int proxy = links.get().route(Links.CLIENTS, Hosts.name(node), direct(node, port));
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), proxy);
    }

    @Override
    public Optional<Links> links() {
        return links.map(Links.class::cast);
    }

    @Override
    public void close() {
        links.ifPresent(ProxyLinks::close);
    }
}
