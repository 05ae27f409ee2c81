package moirai.runs.sessions;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import moirai.clients.Client;
import moirai.clients.ClientException;
import moirai.clients.ClientFactory;
import moirai.clients.Endpoint;
import moirai.history.Op;
import moirai.history.TxnPlan;
import moirai.nemesis.Cluster;
import moirai.nemesis.Node;
import moirai.nemesis.Node.Role;
import moirai.nemesis.Node.State;

/**
 * The sessions at the nodes of a running cluster, with a pool for each node. Where all nodes take writes, slots take
 * them in turn, as processes do in Jepsen.
 *
 * <p>Where only a primary takes writes, each next session of a writing slot is at the node that is the primary by then;
 * every other slot may be a reader, which stays at its node whatever role that node gets.
 */
public final class ClusterSessions implements SessionSource {

    private static final long PREPARE_TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(120);

    private static final long BRIEF_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final List<Node> nodes;
    private final boolean hasOnePrimary;
    private final ReadsAt readsAt;
    private final String arrangement;
    private final Map<String, ClientFactory> factories = new LinkedHashMap<>();
    private final SortedMap<String, List<Integer>> byNode = new TreeMap<>();

    /** The node that was the primary at the last check. */
    private volatile Node primary;

    /**
     * Creates sessions at the nodes of a cluster that was started.
     *
     * @param arrangement the cluster's arrangement, in words that follow its product's version; empty for none
     */
    public ClusterSessions(
            Cluster cluster, ReadsAt readsAt, String arrangement, Function<Endpoint, ClientFactory> clients) {
        this.nodes = cluster.nodes();
        this.hasOnePrimary = cluster.failover().isPresent();
        this.readsAt = readsAt;
        this.arrangement = arrangement;
        this.primary = nodes.getFirst();
        for (Node node : nodes) {
            factories.put(node.name(), clients.apply(new Endpoint(node.url(), cluster.user(), cluster.password())));
        }
    }

    @Override
    public void prepare(TxnPlan initial) {
        factory(primary).prepare();
        Probe.load(factory(primary), initial);
        List<Op> expected = await(seen -> !seen.isEmpty(), initial, primary);
        for (Node node : nodes) {
            if (!node.equals(primary) && isUsed(node)) {
                await(expected::equals, initial, node);
            }
        }
    }

    private boolean isUsed(Node node) {
        return !hasOnePrimary || readers().contains(node);
    }

    /**
     * Waits until a node shows the required rows. A write at one node reaches the others after some time, and a node
     * that has just started may at first be too slow for an answer.
     */
    private List<Op> await(Predicate<List<Op>> enough, TxnPlan initial, Node node) {
        long deadline = System.nanoTime() + PREPARE_TIMEOUT_NANOS;
        String why = "";
        while (System.nanoTime() - deadline < 0 && !Thread.currentThread().isInterrupted()) {
            try (Client client = Probe.open(factory(node))) {
                while (client.isOpen() && System.nanoTime() - deadline < 0) {
                    List<Op> seen = Probe.look(client, initial);
                    if (enough.test(seen)) {
                        return seen;
                    }
                    LockSupport.parkNanos(BRIEF_NANOS);
                }
            } catch (ClientException refused) {
                why = ": " + refused.getMessage();
                LockSupport.parkNanos(BRIEF_NANOS);
            }
        }
        throw new ClientException(node.name() + " did not show the tables of this run within "
                + TimeUnit.NANOSECONDS.toSeconds(PREPARE_TIMEOUT_NANOS) + " s" + why);
    }

    @Override
    public String databaseVersion() {
        String version = factory(primary).databaseVersion();
        return arrangement.isEmpty() ? version : version + ", " + arrangement;
    }

    @Override
    public Placed open(int slot, int session, LongSupplier clock) {
        if (!hasOnePrimary) {
            return new Placed(openAt(inTurn(nodes, slot), session, clock), false);
        }
        boolean isReader = readsAt != ReadsAt.PRIMARY && slot % 2 == 1;
        Node place = isReader ? inTurn(readers(), slot / 2) : primaryNow();
        return new Placed(openAt(place, session, clock), isReader);
    }

    /** Returns the nodes that sessions only read at; the first node began as the primary. */
    private List<Node> readers() {
        return switch (readsAt) {
            case PRIMARY -> List.of();
            case REPLICAS -> nodes.subList(1, nodes.size());
            case ALL -> nodes;
        };
    }

    private static Node inTurn(List<Node> places, int number) {
        return places.get(number % places.size());
    }

    /**
     * Opens a session at a node, whether or not that node takes writes.
     *
     * @throws ClientException if the node cannot be reached
     */
    public Client openAt(Node node, int session, LongSupplier clock) {
        Client client = factory(node).open(session, clock);
        synchronized (byNode) {
            byNode.computeIfAbsent(node.name(), name -> new ArrayList<>()).add(session);
        }
        return client;
    }

    private Node primaryNow() {
        if (!isPrimary(primary)) {
            Optional<Node> found =
                    nodes.stream().filter(ClusterSessions::isPrimary).findFirst();
            primary = found.orElseThrow(() -> new ClientException("no node that runs is the primary"));
        }
        return primary;
    }

    private static boolean isPrimary(Node node) {
        return node.state() == State.RUNNING && node.role() == Role.PRIMARY;
    }

    private ClientFactory factory(Node node) {
        return Optional.ofNullable(factories.get(node.name())).orElseThrow();
    }

    @Override
    public SortedMap<String, List<Integer>> byNode() {
        synchronized (byNode) {
            var copy = new TreeMap<String, List<Integer>>();
            byNode.forEach((node, sessions) ->
                    copy.put(node, sessions.stream().sorted().toList()));
            return copy;
        }
    }

    @Override
    public void close() {
        factories.values().forEach(ClientFactory::close);
    }
}
