package moirai.nemesis.faults;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import moirai.nemesis.Cluster;
import moirai.nemesis.ClusterException;
import moirai.nemesis.Failover;
import moirai.nemesis.Node;
import moirai.nemesis.network.Links;

/**
 * One fault at one cluster: who is met as things stand, what to do, and how to undo it. Undoing is safe whatever has
 * been done, also if nothing or half of it, also twice.
 */
final class Injection {

    private final Cluster cluster;
    private final Fault fault;
    private final List<Node> nodes;
    private final List<Way> ways;

    private Injection(Cluster cluster, Fault fault, List<Node> nodes, List<Way> ways) {
        this.cluster = cluster;
        this.fault = fault;
        this.nodes = nodes;
        this.ways = ways;
    }

    /** What the fault means for the cluster as it is now; nothing is done yet. */
    static Injection of(Fault fault, Cluster cluster) {
        List<Node> all = cluster.nodes();
        return switch (fault) {
            case Fault.Kill(Victims victims) -> new Injection(cluster, fault, running(victims, all), List.of());
            case Fault.Pause(Victims victims) -> new Injection(cluster, fault, running(victims, all), List.of());
            case Fault.Restart(Victims victims) -> new Injection(cluster, fault, running(victims, all), List.of());
            case Fault.Failover failover ->
                new Injection(
                        cluster,
                        fault,
                        cluster.failover().flatMap(Failover::candidate).stream().toList(),
                        cluster.links().isPresent() ? replication(all) : List.of());
            case Fault.Partition(PartitionShape shape, Victims side) -> partition(cluster, fault, shape, side);
            case Fault.Slow(Victims victims, Duration delay, Duration jitter) -> {
                List<Node> slow = victims.among(all);
                yield new Injection(
                        cluster, fault, slow, waysOf(names(slow), links(cluster).ends()));
            }
            case Fault.Cut(Victims victims, Duration heldUp) -> {
                List<Node> cut = victims.among(all);
                List<Way> answers = names(cut).stream()
                        .map(name -> new Way(name, Links.CLIENTS))
                        .toList();
                yield new Injection(cluster, fault, cut, answers);
            }
        };
    }

    /** What primaries that live send to the others. */
    private static List<Way> replication(List<Node> all) {
        List<String> primaries = names(new Victims.Primaries().among(all));
        return all.stream()
                .map(Node::name)
                .filter(name -> !primaries.contains(name))
                .flatMap(name -> primaries.stream().map(primary -> new Way(primary, name)))
                .toList();
    }

    private static Injection partition(Cluster cluster, Fault fault, PartitionShape shape, Victims side) {
        List<Node> met = side.among(cluster.nodes());
        // A ring has an order of its own.
        List<String> names = side instanceof Victims.Named(List<String> named) ? named : names(met);
        return new Injection(
                cluster, fault, met, met.isEmpty() ? List.of() : shape.ways(names(cluster.nodes()), names));
    }

    private static List<Node> running(Victims victims, List<Node> all) {
        return victims.among(all).stream()
                .filter(node -> node.state() != Node.State.DEAD)
                .toList();
    }

    private static List<Way> waysOf(List<String> some, List<String> ends) {
        var ways = new ArrayList<Way>();
        for (String from : ends) {
            for (String to : ends) {
                if (!from.equals(to) && (some.contains(from) || some.contains(to))) {
                    ways.add(new Way(from, to));
                }
            }
        }
        return ways;
    }

    private static List<String> names(List<Node> nodes) {
        return nodes.stream().map(Node::name).toList();
    }

    private static Links links(Cluster cluster) {
        return cluster.links().orElseThrow(() -> new ClusterException("this cluster's links cannot be cut"));
    }

    Fault fault() {
        return fault;
    }

    /** Whether there is nobody whom it would meet, such as a node that is dead already. */
    boolean isVain() {
        return nodes.isEmpty();
    }

    /** Whom it meets, for people. */
    String target() {
        String met = String.join(" ", names(nodes));
        return switch (fault) {
            case Fault.Kill kill -> met;
            case Fault.Pause pause -> met;
            case Fault.Restart restart -> met;
            case Fault.Failover failover -> met;
            case Fault.Partition(PartitionShape shape, Victims side) -> shape.label() + " " + cuts();
            case Fault.Slow(Victims victims, Duration delay, Duration jitter) ->
                met + " by " + delay.toMillis() + "±" + jitter.toMillis() + " ms";
            case Fault.Cut cut -> met;
        };
    }

    private String cuts() {
        return ways.stream().map(Way::toString).collect(Collectors.joining(" "));
    }

    /** The processes that it meets, so that they can be found again by whoever reads the journal. */
    List<Long> pids() {
        return switch (fault) {
            case Fault.Pause pause ->
                nodes.stream().flatMap(node -> node.pids().stream()).toList();
            case Fault.Kill kill -> List.of();
            case Fault.Restart restart -> List.of();
            case Fault.Failover failover -> List.of();
            case Fault.Partition partition -> List.of();
            case Fault.Slow slow -> List.of();
            case Fault.Cut cut -> List.of();
        };
    }

    /**
     * Does it.
     *
     * @throws ClusterException if it cannot be done; half of it may be
     */
    void inject() {
        switch (fault) {
            case Fault.Kill kill -> nodes.forEach(Node::kill);
            case Fault.Pause pause -> nodes.forEach(Node::pause);
            case Fault.Restart restart -> nodes.forEach(Node::kill);
            case Fault.Failover(Duration cutOff) -> failOver(cutOff);
            case Fault.Partition partition -> cutWays();
            case Fault.Slow(Victims victims, Duration delay, Duration jitter) ->
                ways.forEach(way -> links(cluster).delay(way.from(), way.to(), delay, jitter));
            case Fault.Cut(Victims victims, Duration heldUp) -> cut(heldUp);
        }
    }

    /**
     * Undoes it.
     *
     * @throws ClusterException if it cannot be undone now; it may be tried again
     */
    void heal() {
        switch (fault) {
            case Fault.Kill kill -> nodes.forEach(Node::start);
            case Fault.Pause pause -> nodes.forEach(Node::resume);
            case Fault.Restart restart -> nodes.forEach(Node::start);
            case Fault.Failover failover -> {
                openWays();
                startDead();
            }
            case Fault.Partition partition -> openWays();
            case Fault.Slow slow ->
                ways.forEach(way -> links(cluster).delay(way.from(), way.to(), Duration.ZERO, Duration.ZERO));
            case Fault.Cut cut -> openWays();
        }
    }

    private void cutWays() {
        ways.forEach(way -> links(cluster).cut(way.from(), way.to()));
    }

    private void openWays() {
        ways.forEach(way -> links(cluster).heal(way.from(), way.to()));
    }

    /** Who is promoted is decided when the old primary is cut off, as that is when an operator would. */
    private void failOver(Duration cutOff) {
        Failover failover = cluster.failover().orElseThrow(() -> new ClusterException("this cluster has no failover"));
        cutWays();
        if (!ways.isEmpty()) {
            pause(cutOff);
        }
        failover.promote(failover.candidate().orElse(nodes.getFirst()));
        openWays();
    }

    /** The old primary was killed, if it was not dead before; one that another fault keeps dead may come back early. */
    private void startDead() {
        for (Node node : cluster.nodes()) {
            if (node.state() == Node.State.DEAD) {
                node.start();
            }
        }
    }

    private void cut(Duration heldUp) {
        cutWays();
        pause(heldUp);
        ways.forEach(way -> links(cluster).reset(Links.CLIENTS, way.from()));
    }

    private static void pause(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        while (System.nanoTime() < end && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(Math.max(1, Math.min(TimeUnit.MILLISECONDS.toNanos(50), end - System.nanoTime())));
        }
    }

    /** Undoes whatever may be left of any fault: dead and paused nodes, and links. */
    static void healAll(Cluster cluster) {
        cluster.links().ifPresent(Links::healAll);
        cluster.nodes().forEach(Node::resume);
        cluster.start();
        List<String> left = cluster.nodes().stream()
                .filter(node -> node.state() != Node.State.RUNNING)
                .map(Node::name)
                .toList();
        if (!left.isEmpty()) {
            throw new ClusterException("still not running: " + String.join(", ", left));
        }
    }
}
