package moirai.nemesis.network.lab;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import moirai.nemesis.ClusterException;
import moirai.nemesis.network.Hosts;
import moirai.nemesis.network.Links;
import moirai.nemesis.network.ProxyLinks;
import moirai.nemesis.network.TcpProxy;
import moirai.nemesis.process.Instance;
import moirai.nemesis.process.StateDirectory;

/**
 * Nodes with a host of their own each: a network namespace with an address of 10.99.0.0/24, one link to each other host
 * and none to anywhere else. Needs no privilege; {@link #problem} says why there is no lab here.
 *
 * <p>Between nodes, links can be cut, each way alone, and lose packets where there is iptables. Between clients and
 * nodes they are proxies. Everything ends with this process.
 */
public final class LabHosts implements Hosts {

    /** The limit on nodes: there is a link between any two hosts, so their number grows with its square. */
    private static final int NODES_MAX = 16;

    /** The last byte of the clients' host; the nodes begin at 1. */
    private static final int CLIENTS_ADDRESS = 254;

    /** The first port. All ports of a host are free, so each lab has the same, below those of outgoing connections. */
    private static final int FIRST_PORT = 15_000;

    private final int nodes;
    private final Instance instance;
    private final Namespaces lab;
    private final Gateway gateway;
    private final ProxyLinks clients;
    private final LabLinks links;
    private final Map<String, Integer> ports = new LinkedHashMap<>();
    private final Map<String, TcpProxy> direct = new LinkedHashMap<>();
    private final Map<Integer, Integer> clientPorts = new LinkedHashMap<>();
    private boolean isClosed;

    private LabHosts(int nodes, Instance instance, Namespaces lab, Gateway gateway) {
        this.nodes = nodes;
        this.instance = instance;
        this.lab = lab;
        this.gateway = gateway;
        this.clients =
                new ProxyLinks(IntStream.range(0, nodes).mapToObj(Hosts::name).toList(), false);
        this.links = new LabLinks(lab::run, clients);
    }

    /**
     * Makes hosts for so many nodes. Not to be called {@linkplain StateDirectory#exclusively exclusively}.
     *
     * @throws ClusterException if there can be no lab here
     * @throws IllegalArgumentException if there are less than 1 or more than 16 nodes
     */
    public static LabHosts of(int nodes) {
        if (nodes < 1 || nodes > NODES_MAX) {
            throw new IllegalArgumentException(nodes + " nodes: expected 1 to " + NODES_MAX);
        }
        return of(nodes, Gateway::open);
    }

    /** An action that starts something that leads into a lab. */
    interface Opening {
        Gateway open(Namespaces lab, Path directory);
    }

    static LabHosts of(int nodes, Opening opening) {
        try {
            var directory = StateDirectory.open();
            var instance = directory.exclusively(() -> {
                Instance.clearLeftovers(directory);
                return Instance.create(directory, "lab");
            });
            try {
                return in(instance, nodes, opening);
            } catch (IOException | ClusterException failed) {
                instance.close();
                throw failed;
            }
        } catch (IOException failed) {
            throw new ClusterException("the lab could not be set up: " + failed, failed);
        } catch (ClusterException failed) {
            throw new ClusterException("there can be no lab here: " + problem().orElse(failed.getMessage()), failed);
        }
    }

    private static LabHosts in(Instance instance, int nodes, Opening opening) throws IOException {
        var lab = Namespaces.make(instance.directory(), nodes);
        try {
            return new LabHosts(nodes, instance, lab, opening.open(lab, instance.directory()));
        } catch (ClusterException failed) {
            // Its shell would live as long as this process.
            lab.close();
            throw failed;
        }
    }

    /** Returns why there can be no lab on this machine, in words for its user; empty if there can. */
    public static Optional<String> problem() {
        return LabNeeds.problem();
    }

    /** Returns why links of a lab on this machine cannot lose packets, in words for its user; empty if they can. */
    public static Optional<String> lossProblem() {
        return LabNeeds.problem().or(LabNeeds::lossProblem);
    }

    /** Returns the address of the host with this number, where 0 is the clients'. */
    static String addressOf(int host) {
        return "10.99.0." + (host == 0 ? CLIENTS_ADDRESS : host);
    }

    /** Returns the namespaces of the hosts. */
    Namespaces lab() {
        return lab;
    }

    /** Returns the lab's directory. */
    Path directory() {
        return instance.directory();
    }

    @Override
    public int count() {
        return nodes;
    }

    @Override
    public String address(int node) {
        return addressOf(node + 1);
    }

    /** Returns a port for a service. The hosts are empty, so the first ports are as free as any. */
    @Override
    public synchronized int port(int node, String service) {
        return ports.computeIfAbsent(service, absent -> FIRST_PORT + ports.size());
    }

    @Override
    public List<String> on(int node, List<String> command) {
        return lab.on(node + 1, command);
    }

    @Override
    public synchronized InetSocketAddress direct(int node, int port) {
        TcpProxy proxy = direct.computeIfAbsent(
                address(node) + ":" + port, absent -> TcpProxy.to(gateway.to(address(node), port)));
        return loopback(proxy.port());
    }

    @Override
    public synchronized InetSocketAddress reach(int node, int port) {
        int known = clientPorts.computeIfAbsent(node, first -> port);
        if (known != port) {
            throw new IllegalArgumentException(
                    "clients reach " + Hosts.name(node) + " by port " + known + ": expected no other, got " + port);
        }
        return loopback(clients.route(Links.CLIENTS, Hosts.name(node), gateway.to(address(node), port)));
    }

    private static InetSocketAddress loopback(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    @Override
    public Optional<Links> links() {
        return Optional.of(links);
    }

    @Override
    public synchronized void close() {
        if (isClosed) {
            return;
        }
        isClosed = true;
        clients.close();
        direct.values().forEach(TcpProxy::close);
        gateway.close();
        lab.close();
        instance.remove();
    }
}
