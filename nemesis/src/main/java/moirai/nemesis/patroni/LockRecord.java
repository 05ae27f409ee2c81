package moirai.nemesis.patroni;

import java.util.ArrayList;
import java.util.List;
import moirai.nemesis.PrimaryMove;

/** The holders of the lock as they were seen, and the changes that no command asked for. Not thread-safe. */
final class LockRecord {

    private final List<PrimaryMove> moves = new ArrayList<>();
    private String last;

    /** @param first the current holder */
    LockRecord(String first) {
        this.last = first;
    }

    /** Records the current holder. A change that no command asked for counts as a failover of its own. */
    void see(String now) {
        if (!now.equals(last)) {
            moves.add(new PrimaryMove(last, now, System.nanoTime()));
            last = now;
        }
    }

    /**
     * Records the current holder after a command. If it is not the node that the command named, the change counts as
     * the cluster's own.
     */
    void grant(String asked, String now) {
        if (now.equals(asked)) {
            last = now;
        } else {
            see(now);
        }
    }

    /** Returns the changes since the last call that no command asked for. */
    List<PrimaryMove> take() {
        var taken = List.copyOf(moves);
        moves.clear();
        return taken;
    }
}
