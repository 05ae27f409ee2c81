package moirai.analysis.streaming;

import java.util.Comparator;
import moirai.history.History;

/** What a transaction is known by in every window: a session runs one at a time. Earlier ones come first. */
public record TxnIdentity(long startNanos, long endNanos, int session) implements Comparable<TxnIdentity> {

    private static final Comparator<TxnIdentity> ORDER = Comparator.comparingLong(TxnIdentity::startNanos)
            .thenComparingLong(TxnIdentity::endNanos)
            .thenComparingInt(TxnIdentity::session);

    /** Returns the identity of a transaction. */
    public static TxnIdentity of(History history, int txn) {
        return new TxnIdentity(history.startNanos(txn), history.endNanos(txn), history.session(txn));
    }

    @Override
    public int compareTo(TxnIdentity other) {
        return ORDER.compare(this, other);
    }
}
