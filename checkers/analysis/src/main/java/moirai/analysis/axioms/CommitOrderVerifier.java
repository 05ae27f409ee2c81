package moirai.analysis.axioms;

import static moirai.analysis.axioms.KeyValueHistory.INITIAL;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Checks a commit order by the definition, and knows nothing of how it was found.
 *
 * <p>Time O(reads × writers of the key), times the reads of a transaction at {@link Axiom#READ_COMMITTED} and
 * {@link Axiom#READ_ATOMIC}, and its writes at {@link Axiom#UPDATE_ATOMIC}. At {@link Axiom#CAUSAL} and {@link
 * Axiom#PARALLEL_SNAPSHOT} also O((transactions + ops) × transactions / 64) and transactions² / 8 bytes; at the others
 * memory is linear.
 */
public final class CommitOrderVerifier {

    private final KeyValueHistory history;
    private final AxiomaticLevel level;
    private final CommitOrder order;
    /** The place of each transaction in the commit order. */
    private final int[] place;

    private CommitOrderVerifier(KeyValueHistory history, AxiomaticLevel level, CommitOrder order) {
        this.history = history;
        this.level = level;
        this.order = order;
        this.place = new int[history.txnCount()];
    }

    /** Returns the first flaw of the order, in a sentence; empty if the order shows that the level holds. */
    public static Optional<String> objection(KeyValueHistory history, AxiomaticLevel level, CommitOrder order) {
        var verifier = new CommitOrderVerifier(history, level, order);
        return verifier.toPlaces()
                .or(verifier::toWriteRead)
                .or(verifier::toSessions)
                .or(verifier::toRealtime)
                .or(verifier::toMonotonicWrites)
                .or(verifier::toWritesFollowReads)
                .or(verifier::toVersions)
                .or(verifier::toReads);
    }

    private Optional<String> toPlaces() {
        if (order.size() != history.txnCount()) {
            return Optional.of(
                    "an order of " + order.size() + " transactions, but the history has " + history.txnCount());
        }
        var isPlaced = new boolean[history.txnCount()];
        for (int at = 0; at < order.size(); at++) {
            int txn = order.at(at);
            if (txn < 0 || txn >= history.txnCount() || isPlaced[txn]) {
                return Optional.of("T" + txn + " at place " + at + " is in the order twice or not in the history");
            }
            isPlaced[txn] = true;
            place[txn] = at;
        }
        return Optional.empty();
    }

    private Optional<String> toWriteRead() {
        for (int txn = 0; txn < history.txnCount(); txn++) {
            for (int read = history.firstRead(txn); read < history.endRead(txn); read++) {
                int source = history.readSource(read);
                if (!isOrdered(source, txn)) {
                    return misplaced(source, txn, "which reads key " + history.readKey(read) + " from it");
                }
            }
        }
        return Optional.empty();
    }

    private Optional<String> toSessions() {
        for (int txn = 0; level.order() != BaseOrder.NONE && txn < history.txnCount(); txn++) {
            if (history.position(txn) > 0) {
                int previous = history.txnAt(history.session(txn), history.position(txn) - 1);
                if (!isOrdered(previous, txn)) {
                    return misplaced(previous, txn, "its successor in session " + history.session(txn));
                }
            }
        }
        return Optional.empty();
    }

    /**
     * Objects to a transaction that ended before the start of one placed before it. Comparing with the latest start
     * among those placed before suffices.
     */
    private Optional<String> toRealtime() {
        if (level.order() != BaseOrder.REALTIME || !history.isTimed() || order.size() == 0) {
            return Optional.empty();
        }
        int latest = order.at(0);
        for (int at = 1; at < order.size(); at++) {
            int txn = order.at(at);
            if (history.endNanos(txn) < history.startNanos(latest)) {
                return misplaced(txn, latest, "which began after it had ended");
            }
            latest = history.startNanos(txn) > history.startNanos(latest) ? txn : latest;
        }
        return Optional.empty();
    }

    private Optional<String> toMonotonicWrites() {
        for (int session = 0; level.axiom().ordersWritesOfSessions() && session < history.sessionCount(); session++) {
            int previous = INITIAL;
            for (int at = 0; at < history.sessionSize(session); at++) {
                int txn = history.txnAt(session, at);
                if (isWriter(txn)) {
                    if (!isOrdered(previous, txn)) {
                        return misplaced(previous, txn, "which writes later in session " + session);
                    }
                    previous = txn;
                }
            }
        }
        return Optional.empty();
    }

    /**
     * Objects to a writer placed before a transaction from which its session had read. The last of these in the order
     * suffices.
     */
    private Optional<String> toWritesFollowReads() {
        for (int session = 0;
                level.axiom() == Axiom.WRITES_FOLLOW_READS && session < history.sessionCount();
                session++) {
            int last = INITIAL;
            for (int at = 0; at < history.sessionSize(session); at++) {
                int txn = history.txnAt(session, at);
                if (isWriter(txn) && last != txn && !isOrdered(last, txn)) {
                    return misplaced(last, txn, "which writes after its session " + session + " read from it");
                }
                for (int read = history.firstRead(txn); read < history.endRead(txn); read++) {
                    int source = history.readSource(read);
                    last = isOrdered(last, source) ? source : last;
                }
            }
        }
        return Optional.empty();
    }

    private Optional<String> toVersions() {
        List<IntArrayList> writers = writersByKey();
        for (int key = 0; key < history.keyCount(); key++) {
            int last = history.versionCount(key) - 1;
            var isKnown = new boolean[last < 0 ? 0 : history.txnCount()];
            for (int at = 0; at <= last; at++) {
                int txn = history.version(key, at);
                int previous = at == 0 ? INITIAL : history.version(key, at - 1);
                isKnown[txn] = true;
                if (previous != txn && !isOrdered(previous, txn)) {
                    return misplaced(previous, txn, "which is known to overwrite its version of key " + key);
                }
            }
            for (int i = 0; last >= 0 && i < writers.get(key).size(); i++) {
                int txn = writers.get(key).getInt(i);
                if (!isKnown[txn] && !isOrdered(history.version(key, last), txn)) {
                    return misplaced(history.version(key, last), txn, "whose version of key " + key + " comes later");
                }
            }
        }
        return Optional.empty();
    }

    private Optional<String> toReads() {
        List<IntArrayList> writers = writersByKey();
        VisibilityByOrder.Relation visible = new VisibilityByOrder(history, level, order, place).relation();
        for (int reader = 0; reader < history.txnCount(); reader++) {
            for (int read = history.firstRead(reader); read < history.endRead(reader); read++) {
                int source = history.readSource(read);
                int key = history.readKey(read);
                // From the end of the commit order, back to the source.
                for (int i = writers.get(key).size() - 1; i >= 0; i--) {
                    int other = writers.get(key).getInt(i);
                    if (isOrdered(other, source) || other == source) {
                        break;
                    }
                    if (other != reader && visible.holds(other, read, reader)) {
                        return Optional.of("T" + reader + " reads key " + key + " from " + name(source) + ", but T"
                                + other + " overwrote it, commits later and is visible to T" + reader);
                    }
                }
            }
        }
        return Optional.empty();
    }

    /** Returns each key's writers in commit order. */
    private List<IntArrayList> writersByKey() {
        var writers = new ArrayList<IntArrayList>();
        for (int key = 0; key < history.keyCount(); key++) {
            writers.add(new IntArrayList(0));
        }
        for (int at = 0; at < order.size(); at++) {
            int txn = order.at(at);
            for (int write = history.firstWrite(txn); write < history.endWrite(txn); write++) {
                writers.get(history.writeKey(write)).add(txn);
            }
        }
        return writers;
    }

    private boolean isWriter(int txn) {
        return history.firstWrite(txn) < history.endWrite(txn);
    }

    /** Returns whether the first transaction is strictly before the second; the initial state is before everything. */
    private boolean isOrdered(int before, int after) {
        return after != INITIAL && (before == INITIAL || place[before] < place[after]);
    }

    private static Optional<String> misplaced(int first, int second, String why) {
        return Optional.of(name(first) + " has to commit before T" + second + ", " + why);
    }

    private static String name(int txn) {
        return txn == INITIAL ? "the initial state" : "T" + txn;
    }
}
