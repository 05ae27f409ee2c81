package moirai.reenactment.cassandra;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import moirai.nemesis.network.Links;
import moirai.reenactment.placement.PlacedTurn;

/** The links between nodes, both ways at once. Single-threaded. */
final class Partitions {

    /** The age from which on a node rejects a write that was on its way; servers are configured so. */
    static final Duration TOO_OLD = Duration.ofMillis(400);

    private final Links links;
    private final Set<Pair> cuts = new LinkedHashSet<>();
    private long writtenNanos = System.nanoTime();

    private record Pair(int low, int high) {

        static Pair of(int one, int other) {
            return new Pair(Math.min(one, other), Math.max(one, other));
        }
    }

    Partitions(Links links) {
        this.links = links;
    }

    /** Cuts the node of a turn off from the nodes that the turn names, and from no others. */
    void arrange(PlacedTurn turn, int nodes) {
        for (int other = 0; other < nodes; other++) {
            if (turn.cutFrom().contains(other)) {
                cut(turn.node(), other);
            } else if (other != turn.node()) {
                heal(turn.node(), other);
            }
        }
    }

    /** Cuts a node off from all others. */
    void isolate(int node, int nodes) {
        for (int other = 0; other < nodes; other++) {
            if (other != node) {
                cut(node, other);
            }
        }
    }

    /** Notes that a write is about to be sent, also into links that are cut. */
    void written() {
        writtenNanos = System.nanoTime();
    }

    private void cut(int one, int other) {
        if (cuts.add(Pair.of(one, other))) {
            each(one, other, links::cut);
        }
    }

    /**
     * Heals a link. Its connections are closed as well, because they hold what was sent meanwhile, and would wait
     * before they continue.
     */
    private void heal(int one, int other) {
        if (cuts.contains(Pair.of(one, other))) {
            long old = writtenNanos + TOO_OLD.toNanos();
            while (System.nanoTime() < old) {
                LockSupport.parkNanos(old - System.nanoTime());
            }
            each(one, other, links::reset);
            each(one, other, links::heal);
            cuts.remove(Pair.of(one, other));
        }
    }

    private interface Way {
        void apply(String from, String to);
    }

    private static void each(int one, int other, Way way) {
        way.apply(PlacedTurn.name(one), PlacedTurn.name(other));
        way.apply(PlacedTurn.name(other), PlacedTurn.name(one));
    }

    /** Ends all partitions. */
    void healAll() {
        List.copyOf(cuts).forEach(cut -> heal(cut.low(), cut.high()));
    }
}
