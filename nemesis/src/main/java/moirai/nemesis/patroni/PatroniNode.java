package moirai.nemesis.patroni;

import java.nio.file.Path;
import java.util.Optional;
import moirai.nemesis.ClusterException;
import moirai.nemesis.process.Pauses;
import moirai.nemesis.process.ServerNode;
import moirai.nemesis.process.ServerProcess;

/** A member in its cluster. Patroni decides which is the primary, so a start only waits for a while. */
final class PatroniNode extends ServerNode {

    private static final int ANSWER_SECONDS = 2;

    /** The time for a member to take connections before it is left to itself: it may need a node that is cut off. */
    private static final int RISE_TIMEOUT_MILLIS = 10_000;

    private final PatroniMember member;

    /** The last known role. */
    private volatile Role lastRole = Role.REPLICA;

    PatroniNode(PatroniMember member) {
        this.member = member;
    }

    PatroniMember member() {
        return member;
    }

    /**
     * Asks the node on behalf of the cluster.
     *
     * @throws ClusterException if there is no answer within two seconds
     */
    String ask(String query) {
        return member.ask(query, ANSWER_SECONDS);
    }

    @Override
    protected Optional<ServerProcess> process() {
        return member.process();
    }

    @Override
    public String name() {
        return member.name();
    }

    @Override
    public String url() {
        return member.url();
    }

    /** Returns the role. The primary says so and holds the lock, as for any client that asks Patroni. */
    @Override
    public Role role() {
        if (state() == State.RUNNING) {
            lastRole = member.isLeader() ? Role.PRIMARY : Role.REPLICA;
        }
        return lastRole;
    }

    @Override
    public Path dataDirectory() {
        return member.data();
    }

    @Override
    public Path log() {
        return member.log();
    }

    @Override
    public void kill() {
        member.kill();
    }

    /**
     * Starts the node. If it does not take connections soon, Patroni goes on: it may have to wait for another node.
     */
    @Override
    public synchronized void start() {
        if (state() != State.DEAD) {
            return;
        }
        member.launch();
        Pauses.until(RISE_TIMEOUT_MILLIS, () -> member.isReady() || state() != State.RUNNING);
        if (member.hasEnded()) {
            throw new ClusterException(name() + " does not start: " + member.lastWords());
        }
    }
}
