package moirai.nemesis.mariadb;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import moirai.nemesis.ClusterException;
import moirai.nemesis.Node.State;
import moirai.nemesis.process.Pauses;

/*
 * A member is in the primary component, or it takes no statements. Members see to that themselves: those that are still
 * a majority go on, and a node that comes back and finds them fetches what it missed. What they leave to an operator is
 * the case that nobody is in a primary component any more:
 *
 * 1. All nodes are dead. The cluster begins anew with the node that has come furthest: what any node has acknowledged
 *    is in its tables, for a commit waits until all nodes have received it in one order, and the furthest has the
 *    longest beginning of that order. To begin with another one would lose what only the furthest has, and then the
 *    operator would have lost it. So a node that has not come furthest is started, and waits.
 * 2. Some live, but are no majority. They have received whatever was acknowledged, and form a primary component again
 *    by themselves when those come back with whom they were one (the view that Galera keeps in gvwstate.dat). Nothing
 *    may be forced here while a link is cut or a node paused: there might be another component, and then there would be
 *    two clusters.
 *
 * Only when all faults are healed and that does not happen, the furthest is told to be primary (pc.bootstrap), and if
 * that does not help, all are ended and the cluster begins anew as in 1.
 */
/**
 * Decides which node begins a cluster, which nodes join it, and how a node comes back. Thread-safe; one change at a
 * time.
 */
final class Membership {

    /** The time for a server to start, or for a node to fetch all that it missed. */
    private static final int START_TIMEOUT_MILLIS = 60_000;

    /** The time for a returning node to find the others, before it is left to try by itself. */
    private static final int JOIN_TIMEOUT_MILLIS = 15_000;

    /** The time for all nodes to find each other when every one runs and nothing is cut any more. */
    private static final int ALL_TIMEOUT_MILLIS = 20_000;

    private static final int START_ATTEMPTS = 3;

    private static final String PRIMARY = "Primary";

    private static final String SYNCED = "Synced";

    /** The nodes, replaced as a whole; empty before the first start and after the end. */
    private volatile List<MariadbNode> nodes = List.of();

    private final Founding founding = new Founding();

    List<MariadbNode> nodes() {
        return nodes;
    }

    private boolean isAlone() {
        return nodes.size() == 1;
    }

    /**
     * Begins with nodes that never ran, one after the other: at the same time they would not agree who is there. All
     * nodes are copies of one directory and nothing was written yet, so each starts at the same position and none has
     * to copy state.
     */
    synchronized void begin(List<MariadbNode> made) {
        nodes = made;
        MariadbNode first = nodes.getFirst();
        if (isAlone()) {
            await(first, () -> first.launch(List.of()));
            return;
        }
        await(first, () -> first.launch(List.of("--wsrep-new-cluster")));
        for (MariadbNode node : nodes.subList(1, nodes.size())) {
            Position now = Position.of(first.status());
            node.writePosition(now, false);
            await(node, () -> node.launch(List.of()));
        }
    }

    synchronized void end() {
        nodes = List.of();
        founding.forgetAll();
    }

    /** Starts the dead nodes, those that have come furthest first, and returns when all are members. */
    synchronized void startAll() {
        if (isAlone()) {
            start(nodes.getFirst());
            return;
        }
        startDead();
        reunite();
        // Who is a member now no more waits.
        founding.forgetAll();
    }

    private void startDead() {
        var dead = new ArrayList<MariadbNode>(
                nodes.stream().filter(node -> node.state() == State.DEAD).toList());
        var positions = new HashMap<MariadbNode, Position>();
        dead.forEach(node -> positions.put(node, node.position()));
        dead.sort(Comparator.comparing(positions::get, Comparator.reverseOrder()));
        dead.forEach(this::start);
    }

    /**
     * Starts a dead node in the role that it now has to have. Does not wait for it to find the others, which may be cut
     * off or paused: the node goes on trying by itself.
     */
    synchronized void start(MariadbNode node) {
        if (node.state() != State.DEAD) {
            return;
        }
        if (isAlone()) {
            await(node, () -> node.launch(List.of()));
            return;
        }
        founding.forget(node.name());
        Position own = node.position();
        if (founding.mayBegin(own, others(node))) {
            beginAgain(node, own);
            return;
        }
        boolean isSomebodyLeft = !founding.isNobodyLeft(nodes);
        join(node, own);
        founding.noteWaiting(node.name(), own);
        if (isSomebodyLeft) {
            Pauses.until(JOIN_TIMEOUT_MILLIS, () -> !isAlive(node) || isServing(node));
        }
        if (!isAlive(node)) {
            // Whom it found may have been taken from it in the middle of what it was sent.
            throw notStarted(node, node.complaint());
        }
    }

    /**
     * Replaces the data of a node by what a node that never ran has; it then joins, and is sent everything.
     *
     * @throws ClusterException if no other node is a member now, of which it could be sent anything
     */
    synchronized void renew(MariadbNode node) {
        if (others(node).stream().noneMatch(this::isMember)) {
            throw new ClusterException(
                    node.name() + " cannot be a copy of another node, since no other node is a member");
        }
        node.kill();
        node.empty();
        start(node);
    }

    private List<MariadbNode> others(MariadbNode node) {
        return nodes.stream().filter(other -> other != node).toList();
    }

    private void beginAgain(MariadbNode node, Position own) {
        node.writePosition(own, true);
        await(node, () -> node.launch(List.of("--wsrep-new-cluster", "--wsrep-start-position=" + own)));
    }

    private void join(MariadbNode node, Position own) {
        node.launch(own.isKnown() ? List.of("--wsrep-start-position=" + own) : List.of());
    }

    /**
     * Waits until all nodes are members, when every one runs and nothing is cut any more. If they do not find each
     * other, does what an operator would: makes the furthest node primary, then begins anew with it, and at last
     * restarts the nodes that still stand apart.
     */
    private void reunite() {
        if (Pauses.until(ALL_TIMEOUT_MILLIS, this::allAreMembers)) {
            return;
        }
        if (isNobodyPrimary()) {
            makeFurthestPrimary();
        }
        if (!Pauses.until(JOIN_TIMEOUT_MILLIS, () -> !isNobodyPrimary())) {
            nodes.forEach(MariadbNode::kill);
            startDead();
        }
        if (Pauses.until(ALL_TIMEOUT_MILLIS, this::allAreMembers)) {
            return;
        }
        nodes.stream().filter(node -> !isMember(node)).forEach(node -> {
            node.kill();
            start(node);
        });
        if (!Pauses.until(START_TIMEOUT_MILLIS, this::allAreMembers)) {
            throw new ClusterException("not all nodes are members of one cluster: "
                    + nodes.stream().map(node -> node + " is " + words(node)).collect(Collectors.joining(", ")));
        }
    }

    private boolean isNobodyPrimary() {
        return nodes.stream().noneMatch(this::isPrimary);
    }

    private void makeFurthestPrimary() {
        nodes.stream()
                .filter(node -> !node.status().isEmpty())
                .max(Comparator.comparing(node -> Position.of(node.status())))
                .ifPresent(furthest -> {
                    try {
                        furthest.ask("SET GLOBAL wsrep_provider_options = 'pc.bootstrap=YES'");
                    } catch (ClusterException unable) {
                        // What is left is to begin anew.
                        return;
                    }
                });
    }

    private boolean allAreMembers() {
        return nodes.stream().allMatch(this::isMember);
    }

    /** Launches a node that can join others or needs none; again if it ends, as a node that joins too early may. */
    private void await(MariadbNode node, Runnable launch) {
        for (int attempt = 1; ; attempt++) {
            launch.run();
            Pauses.until(START_TIMEOUT_MILLIS, () -> !isAlive(node) || isServing(node));
            if (isAlive(node) && isServing(node)) {
                return;
            }
            if (attempt == START_ATTEMPTS || isRefusal(node)) {
                String why = isAlive(node)
                        ? "it was not ready within " + START_TIMEOUT_MILLIS / 1000 + " s: " + node.complaint()
                        : node.complaint();
                node.discard();
                throw notStarted(node, why);
            }
            node.discard();
        }
    }

    private static ClusterException notStarted(MariadbNode node, String why) {
        String message = "MariaDB at " + node.name() + " did not start: " + why;
        return isRefusal(node) ? ClusterException.refusal(message) : new ClusterException(message);
    }

    /** Returns whether the node refuses its configuration, which it would do again. */
    private static boolean isRefusal(MariadbNode node) {
        String log = node.logText();
        return log.contains("unknown variable")
                || log.contains("unknown option")
                || log.contains("Error while setting value");
    }

    private boolean isServing(MariadbNode node) {
        return node.isReady() && (isAlone() || isMember(node));
    }

    private boolean isMember(MariadbNode node) {
        if (node.state() != State.RUNNING) {
            return false;
        }
        Map<String, String> status = node.status();
        return PRIMARY.equals(status.get("wsrep_cluster_status"))
                && SYNCED.equals(status.get("wsrep_local_state_comment"));
    }

    private boolean isPrimary(MariadbNode node) {
        return node.state() == State.RUNNING && PRIMARY.equals(node.status().get("wsrep_cluster_status"));
    }

    private static boolean isAlive(MariadbNode node) {
        return node.process().isPresent();
    }

    private static String words(MariadbNode node) {
        Map<String, String> status = node.status();
        return status.isEmpty()
                ? "silent"
                : status.get("wsrep_cluster_status") + " and " + status.get("wsrep_local_state_comment");
    }

    /** Waits until no node works at a statement and all show what any of them shows; returns whether they do. */
    boolean awaitCaughtUp(Duration atMost) {
        List<MariadbNode> all = nodes;
        return !all.isEmpty() && Pauses.until(atMost.toMillis(), () -> isAtRest(all));
    }

    /**
     * Returns whether all nodes are idle and at the same position. The position is read only when no node works: a
     * COMMIT whose client is gone may still go through.
     */
    private static boolean isAtRest(List<MariadbNode> all) {
        if (!all.stream().allMatch(Membership::isIdle)) {
            return false;
        }
        if (all.size() == 1) {
            return true;
        }
        long[] committed = all.stream().mapToLong(Membership::committed).toArray();
        return Arrays.stream(committed).allMatch(each -> each >= 0 && each == committed[0]);
    }

    private static long committed(MariadbNode node) {
        return node.state() == State.RUNNING ? Position.of(node.status()).seqno() : -1;
    }

    /**
     * Returns whether the node works for no client: a client that is gone may have left its last statement, such as a
     * COMMIT.
     */
    private static boolean isIdle(MariadbNode node) {
        try {
            return node.state() == State.RUNNING
                    && node.ask("SELECT count(*) FROM information_schema.processlist WHERE command <> 'Sleep'"
                                    + " AND user = '" + MariadbTemplate.USER + "' AND id <> connection_id()")
                            .equals("0");
        } catch (ClusterException noAnswer) {
            return false;
        }
    }
}
