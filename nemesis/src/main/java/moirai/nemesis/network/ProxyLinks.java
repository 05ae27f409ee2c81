package moirai.nemesis.network;

import java.net.SocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Links that are proxies in this process: one for each pair of ends of which one connects to the other.
 *
 * <p>What {@code n1} sends to {@code n2} uses the connections that n1 has opened to n2 and those that n2 has opened to
 * n1, so a cut stops one direction of both.
 */
public final class ProxyLinks implements Links, AutoCloseable {

    private final List<String> ends;
    private final boolean joinNodes;
    private final Map<Way, TcpProxy> proxies = new LinkedHashMap<>();
    private final Map<Way, Fault> faults = new LinkedHashMap<>();

    /** The fault in one direction. */
    private record Fault(boolean isCut, Duration delay, Duration jitter) {
        static final Fault NONE = new Fault(false, Duration.ZERO, Duration.ZERO);
    }

    /** Makes links between these nodes and their clients, without any connection. */
    public ProxyLinks(List<String> nodes) {
        this(nodes, true);
    }

    /** @param joinNodes whether nodes reach each other by these links too */
    public ProxyLinks(List<String> nodes, boolean joinNodes) {
        this.joinNodes = joinNodes;
        var all = new ArrayList<String>();
        all.add(CLIENTS);
        all.addAll(nodes);
        this.ends = List.copyOf(all);
    }

    /**
     * Returns the port of loopback at which {@code from} reaches {@code to}; the same at each call for these two.
     *
     * @param server where {@code to} listens now; connections from now on lead there
     * @throws java.io.UncheckedIOException if there is no free port
     */
    public synchronized int route(String from, String to, SocketAddress server) {
        Way way = way(from, to);
        TcpProxy known = proxies.get(way);
        if (known != null) {
            known.redirect(server);
            return known.port();
        }
        TcpProxy proxy = TcpProxy.to(server);
        proxies.put(way, proxy);
        apply(way);
        apply(way.back());
        return proxy.port();
    }

    /** Returns the proxy by which {@code from} reaches {@code to}, if there is one. */
    public synchronized Optional<TcpProxy> proxy(String from, String to) {
        return Optional.ofNullable(proxies.get(way(from, to)));
    }

    /** Returns whether nothing passes between these two in at least one direction. */
    public synchronized boolean isCut(String one, String other) {
        return fault(one, other).isCut() || fault(other, one).isCut();
    }

    @Override
    public List<String> ends() {
        return ends;
    }

    @Override
    public boolean joinNodes() {
        return joinNodes;
    }

    @Override
    public boolean canDelay(String from, String to) {
        Way way = way(from, to);
        return joinNodes || way.isClients();
    }

    @Override
    public synchronized void cut(String from, String to) {
        Fault before = fault(from, to);
        change(from, to, new Fault(true, before.delay(), before.jitter()));
    }

    @Override
    public synchronized void heal(String from, String to) {
        Fault before = fault(from, to);
        change(from, to, new Fault(false, before.delay(), before.jitter()));
    }

    @Override
    public synchronized void delay(String from, String to, Duration delay, Duration jitter) {
        change(from, to, new Fault(fault(from, to).isCut(), delay, jitter));
    }

    @Override
    public boolean canLose() {
        return false;
    }

    @Override
    public void loss(String from, String to, double probability) {
        throw new UnsupportedOperationException("a proxy carries streams, of which TCP promises that nothing is lost in"
                + " the middle: expected a cut, a delay or a reset");
    }

    @Override
    public synchronized void reset(String from, String to) {
        proxy(from, to).ifPresent(TcpProxy::reset);
    }

    @Override
    public synchronized void healAll() {
        for (Way way : List.copyOf(faults.keySet())) {
            change(way.from(), way.to(), Fault.NONE);
        }
    }

    /** Breaks all connections and gives up all ports. */
    @Override
    public synchronized void close() {
        proxies.values().forEach(TcpProxy::close);
        proxies.clear();
        faults.clear();
    }

    /** Returns the way between two ends of these links. */
    public Way way(String from, String to) {
        return Way.among(ends, from, to);
    }

    private Fault fault(String from, String to) {
        return faults.getOrDefault(way(from, to), Fault.NONE);
    }

    private void change(String from, String to, Fault fault) {
        Way way = way(from, to);
        faults.put(way, fault);
        apply(way);
    }

    /** Tells both proxies that carry bytes this way about its fault. */
    private void apply(Way way) {
        Fault fault = faults.getOrDefault(way, Fault.NONE);
        with(way, proxy -> set(proxy, Direction.TO_SERVER, fault));
        with(way.back(), proxy -> set(proxy, Direction.TO_CLIENT, fault));
    }

    private void with(Way way, Consumer<TcpProxy> action) {
        Optional.ofNullable(proxies.get(way)).ifPresent(action);
    }

    private static void set(TcpProxy proxy, Direction direction, Fault fault) {
        if (fault.isCut()) {
            proxy.pause(direction);
        } else {
            proxy.resume(direction);
        }
        proxy.delay(direction, fault.delay(), fault.jitter());
    }
}
