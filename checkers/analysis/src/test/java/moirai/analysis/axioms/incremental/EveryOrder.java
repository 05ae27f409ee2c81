package moirai.analysis.axioms.incremental;

import static moirai.analysis.axioms.KeyValueHistory.INITIAL;

import moirai.analysis.axioms.Axiom;
import moirai.analysis.axioms.AxiomaticLevel;
import moirai.analysis.axioms.KeyValueHistory;

/** Tries every commit order of a history of few transactions, by the definition of the axioms; sets are bits. */
final class EveryOrder {

    private final KeyValueHistory history;
    private final AxiomaticLevel level;
    private final int size;
    private final int[] inSession;
    /** Base order and write-read. */
    private final int[] direct;
    /** The precedences that a commit order has to extend. */
    private final int[] required;

    private final int[] conflicts;
    private final int[] before;
    private final int[] past;

    private EveryOrder(KeyValueHistory history, AxiomaticLevel level) {
        this.history = history;
        this.level = level;
        this.size = history.txnCount();
        this.inSession = new int[size];
        this.direct = new int[size];
        this.required = new int[size];
        this.conflicts = new int[size];
        this.before = new int[size];
        this.past = new int[size];
        for (int txn = 0; txn < size; txn++) {
            for (int other = 0; other < size; other++) {
                relate(other, txn);
            }
            for (int read = history.firstRead(txn); read < history.endRead(txn); read++) {
                direct[txn] |= bit(history.readSource(read));
            }
            required[txn] |= direct[txn];
        }
    }

    static boolean satisfies(KeyValueHistory history, AxiomaticLevel level) {
        return new EveryOrder(history, level).extend(0);
    }

    private void relate(int txn, int later) {
        boolean isEarlier = history.session(txn) == history.session(later) && txn < later;
        boolean isEnded = history.endNanos(txn) < history.startNanos(later);
        inSession[later] |= isEarlier ? bit(txn) : 0;
        boolean isBase = switch (level.order()) {
            case NONE -> false;
            case SESSION -> isEarlier;
            case REALTIME -> isEarlier || isEnded;
        };
        direct[later] |= isBase ? bit(txn) : 0;
        for (int key = 0; key < history.keyCount(); key++) {
            conflicts[later] |= txn != later && history.writes(txn, key) && history.writes(later, key) ? bit(txn) : 0;
        }
        if (isEarlier && isWriter(later) && level.axiom() == Axiom.MONOTONIC_WRITES && isWriter(txn)) {
            required[later] |= bit(txn);
        }
        if (isEarlier && isWriter(later) && level.axiom() == Axiom.WRITES_FOLLOW_READS) {
            for (int read = history.firstRead(txn); read < history.endRead(txn); read++) {
                required[later] |= bit(history.readSource(read)) & ~bit(later);
            }
        }
    }

    private boolean isWriter(int txn) {
        return history.firstWrite(txn) < history.endWrite(txn);
    }

    private boolean extend(int placed) {
        if (placed == (1 << size) - 1) {
            return isFresh();
        }
        for (int txn = 0; txn < size; txn++) {
            if ((placed & bit(txn)) == 0 && (required[txn] & ~placed) == 0) {
                before[txn] = placed;
                past[txn] = pastOf(txn);
                if (extend(placed | bit(txn))) {
                    return true;
                }
            }
        }
        return false;
    }

    private int pastOf(int txn) {
        int seen = direct[txn] | (level.axiom() == Axiom.PARALLEL_SNAPSHOT ? before[txn] & conflicts[txn] : 0);
        int all = seen;
        for (int other = 0; other < size; other++) {
            all |= (seen & bit(other)) == 0 ? 0 : past[other];
        }
        return all;
    }

    private boolean isFresh() {
        for (int txn = 0; txn < size; txn++) {
            for (int read = history.firstRead(txn); read < history.endRead(txn); read++) {
                int source = history.readSource(read);
                int overwriters = visible(txn, read)
                        & writers(history.readKey(read))
                        & ~bit(source)
                        & ~bit(txn)
                        & ~(source == INITIAL ? 0 : before[source]);
                if (overwriters != 0) {
                    return false;
                }
            }
        }
        return true;
    }

    private int writers(int key) {
        int writers = 0;
        for (int txn = 0; txn < size; txn++) {
            writers |= history.writes(txn, key) ? bit(txn) : 0;
        }
        return writers;
    }

    private int visible(int txn, int read) {
        return switch (level.axiom()) {
            case NONE, MONOTONIC_WRITES, WRITES_FOLLOW_READS -> 0;
            case READ_YOUR_WRITES -> inSession[txn];
            case MONOTONIC_READS -> seenBefore(txn, read, true);
            case READ_COMMITTED -> seenBefore(txn, read, false);
            case READ_ATOMIC -> direct[txn];
            case CAUSAL, PARALLEL_SNAPSHOT -> past[txn];
            case PREFIX -> upTo(direct[txn]);
            case SNAPSHOT -> upTo(direct[txn] | (before[txn] & conflicts[txn]));
            case SERIAL -> before[txn];
            case PRAM, CURSOR, UPDATE_ATOMIC ->
                throw new IllegalArgumentException(level + " is not followed read by read");
        };
    }

    private int upTo(int txns) {
        int all = txns;
        for (int txn = 0; txn < size; txn++) {
            all |= (txns & bit(txn)) == 0 ? 0 : before[txn];
        }
        return all;
    }

    private int seenBefore(int txn, int read, boolean bySession) {
        int seen = 0;
        for (int other = 0; other <= txn; other++) {
            for (int earlier = history.firstRead(other); earlier < Math.min(read, history.endRead(other)); earlier++) {
                boolean counts = bySession
                        ? history.session(other) == history.session(txn)
                                && history.readKey(earlier) == history.readKey(read)
                        : other == txn;
                seen |= counts ? bit(history.readSource(earlier)) : 0;
            }
        }
        return seen;
    }

    private static int bit(int txn) {
        return txn == INITIAL ? 0 : 1 << txn;
    }
}
