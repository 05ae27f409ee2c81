package moirai.clients.memory;

import java.util.Locale;

/** The guarantee of a database without a planted bug. */
public enum MemoryIsolation {
    /**
     * Every transaction that appends is validated when it commits: each list it read must still be what it read. It
     * thus takes effect at its commit. A transaction that only reads takes effect at its begin, where its snapshot was
     * taken. Both instants lie inside the transaction's interval, so the order of these instants is a serial order that
     * respects real time. An append to a list that the transaction never read needs no validation: it goes to the end
     * of the list as it is at the commit.
     */
    STRICT_SERIALIZABLE,

    /**
     * Reads come from the snapshot at begin, and of two concurrent transactions that append to one list the first to
     * commit wins. The snapshot contains all that committed before, hence strong snapshot isolation. Write skew occurs.
     */
    SNAPSHOT_ISOLATION;

    /** Returns the level's name as checkers and the command line spell it. */
    public String levelName() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
