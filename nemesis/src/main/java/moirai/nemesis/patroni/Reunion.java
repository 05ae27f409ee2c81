package moirai.nemesis.patroni;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import moirai.nemesis.ClusterException;
import moirai.nemesis.Node.State;
import moirai.nemesis.postgres.data.Streaming;
import moirai.nemesis.process.Pauses;

/**
 * Makes all members usable: one primary, and all others following it. Patroni does most of that; a member that does not
 * follow in time is copied anew.
 */
final class Reunion {

    private static final int RISE_TIMEOUT_MILLIS = 40_000;

    /**
     * The time for all of it, even where the lock of a dead primary has to run out first and two members have to be
     * copied.
     */
    private static final int ALL_TIMEOUT_MILLIS = 90_000;

    /** The time for a member to follow a primary that is there, before it is copied, and copied again. */
    private static final long FOLLOW_NANOS = TimeUnit.SECONDS.toNanos(12);

    private static final int LOOK_MILLIS = 200;

    private static final Duration TELL_MAX = Duration.ofSeconds(5);

    private final List<PatroniNode> nodes;

    /** The time since when each node has not followed a primary that was there. */
    private final Map<PatroniNode, Long> astray = new HashMap<>();

    Reunion(List<PatroniNode> nodes) {
        this.nodes = List.copyOf(nodes);
    }

    /**
     * Begins with members that never ran, the first of which becomes the primary.
     *
     * @param look runs when the first takes connections, before the others are started
     */
    void begin(Runnable look) {
        PatroniNode first = nodes.getFirst();
        first.launch();
        Pauses.until(RISE_TIMEOUT_MILLIS, () -> first.isLeader() || first.hasEnded());
        if (!first.isLeader()) {
            throw new ClusterException(first.name() + " did not become the primary: " + first.lastWords());
        }
        look.run();
        nodes.stream().skip(1).forEach(node -> node.launch());
        awaitAll(() -> Optional.of(first));
    }

    /** Starts the dead nodes, and returns when all can be used again. */
    void complete(Leadership leadership) {
        launchDead();
        awaitAll(leadership::leader);
    }

    private void launchDead() {
        nodes.stream().filter(node -> node.state() == State.DEAD).forEach(node -> node.launch());
    }

    /** @param primary the current one */
    private void awaitAll(Supplier<Optional<PatroniNode>> primary) {
        astray.clear();
        if (Pauses.until(ALL_TIMEOUT_MILLIS, () -> areAllOfUse(primary))) {
            return;
        }
        Optional<PatroniNode> leader = primary.get();
        String who = nodes.stream()
                .filter(node ->
                        leader.isEmpty() || (node != leader.get() && !Streaming.isFollowing(node, leader.get())))
                .map(node -> node.name() + ": " + node.lastWords())
                .collect(Collectors.joining("; "));
        throw new ClusterException((leader.isEmpty() ? "nobody is the primary" : "not all members follow") + " after "
                + ALL_TIMEOUT_MILLIS / 1_000 + " s: " + who);
    }

    private boolean areAllOfUse(Supplier<Optional<PatroniNode>> primary) {
        Optional<PatroniNode> leader = primary.get().filter(node -> node.isLeader());
        boolean areAll = leader.isPresent();
        if (leader.isEmpty()) {
            // Nobody can follow nobody, so that this time is not theirs.
            astray.clear();
        }
        if (leader.isPresent()) {
            for (PatroniNode node : nodes) {
                areAll &= node == leader.get() || follows(node, leader.get());
            }
        }
        if (!areAll) {
            // Nobody keeps any of them dead now, so that one which has ended has ended by itself.
            launchDead();
            Pauses.until(LOOK_MILLIS, () -> false);
        }
        return areAll;
    }

    private boolean follows(PatroniNode node, PatroniNode leader) {
        if (Streaming.isFollowing(node, leader)) {
            astray.remove(node);
            return true;
        }
        long now = System.nanoTime();
        long since = astray.computeIfAbsent(node, absent -> now);
        if (now - since > FOLLOW_NANOS) {
            astray.put(node, now);
            node.tell("/reinitialize", "{\"force\": true}", TELL_MAX);
        }
        return false;
    }
}
