package moirai.nemesis.patroni;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import moirai.nemesis.ClusterException;
import moirai.nemesis.Failover;
import moirai.nemesis.Node;
import moirai.nemesis.Node.State;
import moirai.nemesis.PrimaryMove;
import moirai.nemesis.postgres.data.Streaming;
import moirai.nemesis.process.Pauses;

/*
 * Who is the primary is told by the lock in etcd: whoever holds it is, or will be in a moment, and nobody else becomes
 * it before it has run out. It is looked at several times a second, which is what etcd answers in a millisecond. A
 * change that this has not asked for is the cluster's own; while a switchover is under way, nobody looks.
 */
/** Observes which node holds the lock, records changes, and makes them. Thread-safe. */
final class Leadership implements Failover, AutoCloseable {

    private static final long LOOK_MILLIS = 200;

    /**
     * The longest switchover. It takes three or four seconds; if it has to wait for the lock, as long as that lasts.
     */
    private static final Duration SWITCH_MAX = Duration.ofSeconds(25);

    /** The number of attempts: Patroni refuses while no replica is fit, for example just after another change. */
    private static final int ATTEMPTS = 3;

    private static final int RETRY_MILLIS = 1_000;
    private static final int SETTLE_MILLIS = 5_000;

    /** The least HTTP status that is not a refusal. */
    private static final int SERVER_ERROR_MIN = 500;

    private final List<PatroniNode> nodes;
    private final Etcd etcd;
    private final ReentrantLock looking = new ReentrantLock();
    private final LockRecord holders;
    private final Thread thread = new Thread(this::watch, "patroni-lock");
    private volatile boolean isClosed;

    /** @param first the name of the current primary */
    Leadership(List<PatroniNode> nodes, Etcd etcd, String first) {
        this.nodes = List.copyOf(nodes);
        this.etcd = etcd;
        this.holders = new LockRecord(first);
        thread.setDaemon(true);
        thread.start();
    }

    private void watch() {
        while (!isClosed) {
            if (looking.tryLock()) {
                try {
                    look();
                } finally {
                    looking.unlock();
                }
            }
            Pauses.until(LOOK_MILLIS, () -> isClosed);
        }
    }

    /** Looks at the lock of the cluster once. The caller holds this object's monitor. */
    private void look() {
        etcd.leader().ifPresent(holders::see);
    }

    /** Returns the changes since the last call that no command asked for. */
    List<PrimaryMove> takeMoves() {
        looking.lock();
        try {
            look();
            return holders.take();
        } finally {
            looking.unlock();
        }
    }

    /** Returns the node that holds the lock; empty if none does, or etcd does not answer. */
    Optional<PatroniNode> leader() {
        return etcd.leader().flatMap(this::named);
    }

    private Optional<PatroniNode> named(String name) {
        return nodes.stream().filter(node -> node.name().equals(name)).findFirst();
    }

    /**
     * Switches over by Patroni: the primary shuts down in good order, and a replica that follows takes over. No process
     * is killed, and nothing that was acknowledged is lost. A primary that is dead already is replaced by the cluster
     * itself.
     */
    @Override
    public Node failOver() {
        return switchOver(Optional.empty());
    }

    @Override
    public void promote(Node node) {
        switchOver(named(node.name()));
    }

    private Node switchOver(Optional<PatroniNode> wanted) {
        looking.lock();
        try {
            String why = "";
            for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
                // What it has done by itself until now is its own.
                look();
                PatroniNode from = leader().filter(node -> node.state() == State.RUNNING && node.isLeader())
                        .orElseThrow(() -> new ClusterException(
                                "no primary runs: who is the next one the cluster decides by itself"));
                Optional<PatroniNode> to = wanted.or(() -> candidate(from));
                if (to.isEmpty()) {
                    why = "no replica follows " + from.name();
                    Pauses.until(RETRY_MILLIS, () -> isClosed);
                    continue;
                }
                Optional<MemberApi.Answer> answer = tell(from, to.get());
                if (hasMoved(from, to.get(), answer)) {
                    return settled(from, to.get());
                }
                why = answer.map(refusal -> refusal.status() + " " + refusal.text())
                        .orElse("no answer within " + SWITCH_MAX.toSeconds() + " s");
            }
            throw new ClusterException("Patroni refused " + ATTEMPTS + " times to switch over: " + why);
        } finally {
            looking.unlock();
        }
    }

    private static Optional<MemberApi.Answer> tell(PatroniNode from, PatroniNode to) {
        String json = "{\"leader\": \"" + from.name() + "\", \"candidate\": \"" + to.name() + "\"}";
        return from.tell("/switchover", json, SWITCH_MAX);
    }

    /**
     * Waits for the switchover and returns whether it was done. The answer comes when the new primary has the lock.
     * Without a good answer it may have been done all the same, a moment later if the answer is late or comes from a
     * server that does not know. A refusal costs a pause.
     */
    private boolean hasMoved(PatroniNode from, PatroniNode to, Optional<MemberApi.Answer> answer) {
        if (answer.filter(MemberApi.Answer::isGood).isPresent()) {
            Pauses.until(
                    SETTLE_MILLIS, () -> leader().filter(node -> node != from).isPresent());
            return true;
        }
        boolean isRefused =
                answer.filter(refusal -> refusal.status() < SERVER_ERROR_MIN).isPresent();
        return Pauses.until(
                isRefused ? RETRY_MILLIS : SETTLE_MILLIS,
                () -> leader().filter(node -> node == to).isPresent());
    }

    /**
     * Returns a replica that follows; with synchronous replication one that commits wait for, as Patroni accepts no
     * other.
     */
    private Optional<PatroniNode> candidate(PatroniNode from) {
        List<PatroniNode> following = nodes.stream()
                .filter(node -> node != from && Streaming.isFollowing(node, from))
                .toList();
        return following.stream()
                .filter(node -> Streaming.isAwaited(node, from))
                .findFirst()
                .or(() -> isAnybodyAwaited(from)
                        ? Optional.empty()
                        : following.stream().findFirst());
    }

    /** Returns whether commits at the primary wait for any node. */
    private static boolean isAnybodyAwaited(PatroniNode primary) {
        return !Streaming.answer(primary, "SHOW synchronous_standby_names").isEmpty();
    }

    /** Returns the primary as it is now. Any node but the chosen one is the cluster's own choice. */
    private Node settled(PatroniNode from, PatroniNode to) {
        PatroniNode now = leader().orElseThrow(() -> new ClusterException("nobody holds the lock after a switchover"));
        if (now == from) {
            throw new ClusterException(from.name() + " is the primary again after a switchover to " + to.name());
        }
        holders.grant(to.name(), now.name());
        return now;
    }

    @Override
    public boolean isOrderly() {
        return true;
    }

    @Override
    public void close() {
        isClosed = true;
    }
}
