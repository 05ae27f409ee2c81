package moirai.nemesis.network;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;

/**
 * The hosts of a cluster's nodes: this machine's loopback, or hosts of their own that only this process can reach. A
 * node is known by its index, from 0. Thread-safe.
 */
public interface Hosts extends AutoCloseable {

    /** Returns the number of hosts. */
    int count();

    /** Returns the name of the node at this index in {@link #links}: n1 for index 0. */
    static String name(int node) {
        return "n" + (node + 1);
    }

    /** Returns the address by which nodes call this node and at which it has to listen: an IPv4 address as text. */
    String address(int node);

    /**
     * Returns the port of the node for a service that its product names as it likes, such as {@code sql}. The port was
     * free on that host at the first call, and stays the same. Where all nodes have an address of their own, all have
     * the same port for the same service.
     *
     * @throws java.io.UncheckedIOException if there is no free port
     */
    int port(int node, String service);

    /** Returns the address of the node and its port for a service, joined by a colon. */
    default String at(int node, String service) {
        return address(node) + ":" + port(node, service);
    }

    /**
     * Returns the command line that runs this one at that host, as the same user. It ends up as the same process, so
     * that the caller knows its process id and may signal it. It takes no shell and keeps environment and streams.
     */
    List<String> on(int node, List<String> command);

    /**
     * Returns the address by which this process reaches that port of that node, whatever {@link #links} does: for
     * starting, asking and mending a node, not for clients. The same at each call; no server need listen there yet.
     */
    InetSocketAddress direct(int node, int port);

    /**
     * Returns the address by which clients in this process reach that port of that node: by way of {@link #links}, if
     * there are any. The same at each call; no server need listen there yet. With links, a node has one port for
     * clients.
     *
     * @throws IllegalArgumentException if clients reach this node by another port already
     */
    InetSocketAddress reach(int node, int port);

    /**
     * Returns the links that can be cut: between clients and nodes, and in a lab between nodes as well. Its ends are
     * {@link Links#CLIENTS} and the {@linkplain #name names} of the nodes.
     */
    Optional<Links> links();

    /** Gives up ports, proxies and hosts; does nothing the second time. Servers have to be ended before. */
    @Override
    void close();
}
