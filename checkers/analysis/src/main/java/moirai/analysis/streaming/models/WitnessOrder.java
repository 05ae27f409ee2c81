package moirai.analysis.streaming.models;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;
import java.util.function.IntPredicate;
import moirai.analysis.axioms.Axiom;
import moirai.analysis.axioms.AxiomaticLevel;
import moirai.analysis.axioms.BaseOrder;
import moirai.analysis.axioms.Decision;
import moirai.analysis.axioms.KeyValueHistory;
import moirai.analysis.axioms.StepBudget;
import moirai.analysis.axioms.search.SearchDecider;
import moirai.analysis.keyvalue.KeyValueReads;
import moirai.analysis.streaming.models.KeptTxns.Window;
import moirai.history.History;
import moirai.history.level.Phenomenon;

/**
 * The witness of a stream of registers: a serial order in real time of the whole stream, which grows at its end. As
 * long as there is one, every level holds.
 *
 * <p>The placed transactions are its beginning, of which only the last writer of each key counts. A window continues
 * it: the transactions without a place are searched for an order in which each read is of the last write before it, or
 * of the last placed one. A beginning of that order is placed.
 */
// Why the places prove the level. Every read of a placed transaction is of the last write before it in the order: the
// search says so for writers in the window, and for others the last placed writer is the one that the key then had.
// Real time and sessions: the search keeps to both within a window, and whoever is placed later had arrived and stood
// behind, or begins at the watermark or later, when all that are placed before had ended.
//
// Where no order is found, there may be one nevertheless: of two writers that ran side by side, and that nobody had
// read, the wrong one may have been placed last. So a broken witness proves nothing.
final class WitnessOrder implements Witness {

    private static final AxiomaticLevel STRICT = new AxiomaticLevel(Axiom.SERIAL, BaseOrder.REALTIME);

    private static final StepBudget BUDGET = new StepBudget(1_000_000, 2_000);

    private final Window window;
    private final History history;
    private final KeyValueReads reads;

    WitnessOrder(Window window) {
        this.window = window;
        this.history = window.history();
        this.reads = KeyValueReads.of(history);
    }

    @Override
    public BitSet effective() {
        var effective = new BitSet();
        KeyValueHistory all = reads.history();
        for (int txn = 0; txn < all.txnCount(); txn++) {
            effective.set(all.recordedTxn(txn));
        }
        return effective;
    }

    @Override
    public boolean hasOddReads(IntPredicate isOver) {
        return !reads.anomalies().isEmpty()
                || reads.doubtful().containsKey(Phenomenon.MISSING_OWN_WRITE)
                || hasUnknownValue(isOver);
    }

    @Override
    public boolean isAmbiguous() {
        return reads.repeated().isPresent();
    }

    private boolean hasUnknownValue(IntPredicate isOver) {
        KeyValueHistory all = reads.history();
        var isKnown = new BitSet(history.opCount());
        for (int txn = 0; txn < all.txnCount(); txn++) {
            for (int read = all.firstRead(txn); read < all.endRead(txn); read++) {
                isKnown.set(all.recordedRead(read));
            }
        }
        for (int txn = 0; txn < all.txnCount(); txn++) {
            int recorded = all.recordedTxn(txn);
            for (int op = history.firstOp(recorded); isOver.test(recorded) && op < history.endOp(recorded); op++) {
                if (history.isAnswered(op) && !isKnown.get(op) && !isAfterOwnWrite(recorded, op)) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean isAfterOwnWrite(int txn, int readOp) {
        for (int op = history.firstOp(txn); op < readOp; op++) {
            if (history.isWrite(op) && history.key(op) == history.key(readOp)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public Optional<IntArrayList> next(IntPredicate isDue) {
        return continuation().flatMap(WitnessOrder::ordered).map(order -> {
            int due = 0;
            while (due < order.size() && isDue.test(order.getInt(due))) {
                due++;
            }
            order.size(due);
            return order;
        });
    }

    private static Optional<IntArrayList> ordered(KeyValueHistory part) {
        var decider = new SearchDecider(STRICT, BUDGET.ofTxns(part.txnCount()));
        if (!(decider.decideWithoutReduction(part) instanceof Decision.Ordered found)) {
            return Optional.empty();
        }
        var order = new IntArrayList(part.txnCount());
        for (int at = 0; at < found.order().size(); at++) {
            order.add(part.recordedTxn(found.order().at(at)));
        }
        return Optional.of(order);
    }

    /**
     * Returns the transactions without a place, with what the placed ones left as the initial state; empty if one read
     * something that had been overwritten there.
     */
    private Optional<KeyValueHistory> continuation() {
        KeyValueHistory all = reads.history();
        int[] number = new int[all.txnCount()];
        int[] current = lastPlaced(all);
        int count = 0;
        for (int txn = 0; txn < all.txnCount(); txn++) {
            number[txn] = window.isPlaced(all.recordedTxn(txn)) ? KeyValueHistory.INITIAL : count++;
        }
        var builder = new KeyValueHistory.Builder(true, count, all.readCount() + all.writeCount());
        for (int txn = 0; txn < all.txnCount(); txn++) {
            if (number[txn] == KeyValueHistory.INITIAL) {
                continue;
            }
            builder.txn(all.session(txn), all.startNanos(txn), all.endNanos(txn), all.recordedTxn(txn));
            for (int read = all.firstRead(txn); read < all.endRead(txn); read++) {
                int source = all.readSource(read);
                boolean isOfState = source == KeyValueHistory.INITIAL || number[source] == KeyValueHistory.INITIAL;
                if (isOfState && source != current[all.readKey(read)]) {
                    return Optional.empty();
                }
                builder.read(all.readKey(read), isOfState ? KeyValueHistory.INITIAL : number[source]);
            }
            for (int write = all.firstWrite(txn); write < all.endWrite(txn); write++) {
                builder.write(all.writeKey(write));
            }
        }
        return Optional.of(builder.build());
    }

    /** Returns for each key the placed transaction that wrote it last, or {@link KeyValueHistory#INITIAL}. */
    private int[] lastPlaced(KeyValueHistory all) {
        int[] last = new int[all.keyCount()];
        long[] ranks = new long[all.keyCount()];
        Arrays.fill(last, KeyValueHistory.INITIAL);
        Arrays.fill(ranks, KeptTxns.UNPLACED);
        for (int txn = 0; txn < all.txnCount(); txn++) {
            int recorded = all.recordedTxn(txn);
            for (int write = all.firstWrite(txn); window.isPlaced(recorded) && write < all.endWrite(txn); write++) {
                int key = all.writeKey(write);
                if (window.ranks().getLong(recorded) > ranks[key]) {
                    ranks[key] = window.ranks().getLong(recorded);
                    last[key] = txn;
                }
            }
        }
        return last;
    }
}
