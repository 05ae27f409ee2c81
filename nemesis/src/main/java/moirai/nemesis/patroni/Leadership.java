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
import moirai.nemesis.process.Pauses;

/*
 * Who is the primary is told by the lock in etcd: whoever holds it is, or will be in a moment, and nobody else becomes
 * it before it has run out. It is looked at several times a second, which is what etcd answers in a millisecond. A
 * change that this has not asked for is the cluster's own; while a switchover is under way, nobody looks.
 */
/** Who holds the lock, who has changed that, and how to change it. Thread-safe. */
final class Leadership implements Failover, AutoCloseable {

    private static final long LOOK_MILLIS = 200;

    /** A switchover takes three seconds or four; one that has to wait for the lock, as long as that lasts. */
    private static final Duration SWITCH_MAX = Duration.ofSeconds(25);

    /** Patroni refuses if nobody is fit at this moment, such as just after another change. */
    private static final int ATTEMPTS = 3;

    private static final int RETRY_MILLIS = 1_000;
    private static final int SETTLE_MILLIS = 5_000;

    /** Statuses of HTTP from here on are no refusals. */
    private static final int SERVER_ERROR_MIN = 500;

    private final List<PatroniNode> nodes;
    private final Etcd etcd;
    private final ReentrantLock looking = new ReentrantLock();
    private final LockRecord holders;
    private final Thread thread = new Thread(this::watch, "patroni-lock");
    private volatile boolean isClosed;

    /** @param first the name of the node that is the primary now */
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

    /** To be called by who holds the lock of this. */
    private void look() {
        etcd.leader().ifPresent(holders::see);
    }

    /** The changes since this was asked last that nobody has asked for. */
    List<PrimaryMove> takeMoves() {
        looking.lock();
        try {
            look();
            return holders.take();
        } finally {
            looking.unlock();
        }
    }

    /** The node that holds the lock; empty if nobody does, or etcd does not answer. */
    Optional<PatroniNode> leader() {
        return etcd.leader().flatMap(this::named);
    }

    private Optional<PatroniNode> named(String name) {
        return nodes.stream().filter(node -> node.name().equals(name)).findFirst();
    }

    /**
     * A switchover by Patroni: the primary ends in good order, and a replica that follows takes over. Nobody is killed,
     * and nothing that was acknowledged is lost. A primary that is dead already is the cluster's own business.
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
                PatroniNode from = leader().filter(node ->
                                node.state() == State.RUNNING && node.member().isLeader())
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
        return from.member().tell("/switchover", json, SWITCH_MAX);
    }

    /**
     * Whether it was done. The answer comes when the new one has the lock. Without a good one it may be done all the
     * same, and in a moment if the answer is late or that of a server that does not know; a refusal costs a pause.
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

    /** A replica that follows; with synchronous replication one that commits wait for, as Patroni takes no other. */
    private Optional<PatroniNode> candidate(PatroniNode from) {
        List<PatroniNode> following = nodes.stream()
                .filter(node -> node != from && Following.isFollowing(node, from))
                .toList();
        return following.stream()
                .filter(node -> Following.isAwaited(node, from))
                .findFirst()
                .or(() -> Following.isAnybodyAwaited(from)
                        ? Optional.empty()
                        : following.stream().findFirst());
    }

    /** Who it is now. Anybody but the one that was told is the cluster's own choice. */
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
