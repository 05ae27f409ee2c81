package moirai.analysis.streaming.lists;

import java.util.List;
import java.util.Optional;
import moirai.analysis.judged.JudgedBefore;
import moirai.analysis.streaming.KeyRanges;
import moirai.history.History;

/** The judgement that a stream goes on with, if there is one, of what was dropped before it began. */
final class Continued {

    private final Optional<JudgedBefore> before;
    /** The keys of which not all appends are known any more. */
    private final KeyRanges forgotten;

    Continued(Optional<JudgedBefore> before) {
        this.before = before;
        this.forgotten = KeyRanges.of(before.map(JudgedBefore::forgotten).orElse(List.of()));
    }

    /** Returns the number of transactions that committed and were dropped. */
    int committed() {
        return before.map(known -> known.evidence().committed()).orElse(0);
    }

    /** Returns the transactions that prove what was found before; empty if none are known. */
    Optional<History> witnesses() {
        return before.map(JudgedBefore::witnesses).filter(history -> history.txnCount() > 0);
    }

    /**
     * Decides whether a transaction that was not judged before uses a key that was forgotten then. What began before
     * the proven time had arrived and was released by then, whenever it ended. O(ops × log).
     */
    boolean usesForgotten(History ended) {
        if (before.isEmpty()) {
            return false;
        }
        long provenNanos = before.get().reach().provenNanos();
        for (int txn = 0; txn < ended.txnCount(); txn++) {
            for (int op = ended.firstOp(txn); ended.startNanos(txn) >= provenNanos && op < ended.endOp(txn); op++) {
                if (forgotten.contains(ended.keyName(ended.key(op)))) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Returns these times, or those of the judgement before, if it had come further. */
    JudgedBefore.Reach reach(long provenNanos, long countedNanos) {
        long proven = before.map(known -> Math.max(provenNanos, known.reach().provenNanos()))
                .orElse(provenNanos);
        long counted = before.map(known -> Math.max(countedNanos, known.reach().countedNanos()))
                .orElse(countedNanos);
        return new JudgedBefore.Reach(proven, counted);
    }

    /** Returns the keys that are forgotten, with these. */
    List<JudgedBefore.KeySpan> forgottenWith(List<JudgedBefore.KeySpan> retired) {
        KeyRanges all = KeyRanges.of(retired);
        forgotten.spans().forEach(all::addAll);
        return all.spans();
    }
}
