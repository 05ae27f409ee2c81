package moirai.analysis.attribution;

import it.unimi.dsi.fastutil.ints.IntAVLTreeSet;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import moirai.analysis.axioms.KeyValueHistory;
import moirai.analysis.axioms.search.clauses.ClauseSearch;
import moirai.analysis.keyvalue.RepeatedValues;

/**
 * Looks for conflicts among transactions that are close to each other in the guess at their order: each window is
 * decided by itself, which is far cheaper than the whole history, and most conflicts are within one. Windows overlap by
 * half.
 */
final class Windows {

    private static final int TXNS = 512;

    private final RepeatedValues values;
    private final KeyValueHistory base;
    private final Guide guide;
    private final Trials trials;

    Windows(RepeatedValues values, Guide guide, Trials trials) {
        this.values = values;
        this.base = values.base().history();
        this.guide = guide;
        this.trials = trials;
    }

    /** Adds conflicts to the choices and to the list, until no window has one, or there are no choices. */
    void addConflicts(Choices choices, List<Conflict> conflicts) {
        if (guide.size() <= TXNS || choices.solve() != ClauseSearch.Outcome.MODEL) {
            return;
        }
        int[] writers = choices.writers();
        for (int from = 0; from < guide.size(); from += TXNS / 2) {
            int[] txns = IntStream.range(from, Math.min(guide.size(), from + TXNS))
                    .map(place -> base.indexOf(guide.at(place)))
                    .sorted()
                    .toArray();
            Optional<Conflict> found = trials.inPart(part(txns, writers));
            while (found.isPresent()) {
                conflicts.add(found.get());
                choices.add(found.get());
                if (choices.solve() != ClauseSearch.Outcome.MODEL) {
                    return;
                }
                writers = choices.writers();
                found = trials.inPart(part(txns, writers));
            }
        }
    }

    /** Returns the history of some transactions of the base, with open reads that are from each other. */
    private KeyValueHistory part(int[] txns, int[] writers) {
        var keys = new IntAVLTreeSet();
        for (int txn : txns) {
            for (int read = base.firstRead(txn); read < base.endRead(txn); read++) {
                keys.add(base.readKey(read));
            }
            for (int write = base.firstWrite(txn); write < base.endWrite(txn); write++) {
                keys.add(base.writeKey(write));
            }
        }
        int[] dense = keys.toIntArray();
        var builder = new KeyValueHistory.Builder(base.isTimed(), txns.length, 16 * txns.length);
        for (int txn : txns) {
            builder.txn(base.session(txn), base.startNanos(txn), base.endNanos(txn), base.recordedTxn(txn));
            int open = values.firstOpen(base.recordedTxn(txn));
            for (int read = base.firstRead(txn); read < base.endRead(txn); read++) {
                open = addOpen(builder, txn, open, base.recordedRead(read), txns, writers, dense);
                add(
                        builder,
                        txns,
                        base.readSource(read),
                        Arrays.binarySearch(dense, base.readKey(read)),
                        base.recordedRead(read));
            }
            addOpen(builder, txn, open, Integer.MAX_VALUE, txns, writers, dense);
            for (int write = base.firstWrite(txn); write < base.endWrite(txn); write++) {
                builder.write(Arrays.binarySearch(dense, base.writeKey(write)));
            }
        }
        return builder.build();
    }

    /** Adds the open reads of a transaction that come before an op, from one on; returns the first that does not. */
    private int addOpen(
            KeyValueHistory.Builder builder, int txn, int from, int endOp, int[] txns, int[] writers, int[] dense) {
        int open = from;
        while (open < values.count() && values.reader(open) == base.recordedTxn(txn) && values.readOp(open) < endOp) {
            int source = base.indexOf(writers[open]);
            if (source >= 0) {
                add(builder, txns, source, Arrays.binarySearch(dense, values.key(open)), values.readOp(open));
            }
            open++;
        }
        return open;
    }

    private static void add(KeyValueHistory.Builder builder, int[] txns, int source, int key, int op) {
        int from = source == KeyValueHistory.INITIAL ? source : Arrays.binarySearch(txns, source);
        if (source == KeyValueHistory.INITIAL || from >= 0) {
            builder.read(key, from, op);
        }
    }
}
