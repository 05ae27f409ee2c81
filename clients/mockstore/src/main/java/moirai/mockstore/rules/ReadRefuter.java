package moirai.mockstore.rules;

import static moirai.analysis.axioms.KeyValueHistory.INITIAL;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.BitSet;
import java.util.stream.IntStream;
import moirai.analysis.axioms.AxiomaticLevel;
import moirai.analysis.axioms.CommitOrder;
import moirai.analysis.axioms.Decision;
import moirai.analysis.axioms.KeyValueHistory;
import moirai.analysis.axioms.incremental.GrowingHistory;
import moirai.analysis.axioms.proof.Minimizer;
import moirai.analysis.axioms.proof.Prover;
import moirai.analysis.axioms.proof.Refutation;

/**
 * Finds out why a read would violate a saturable level: reduces the history with that read to a part that is
 * contradictory, and proves the contradiction. Takes some hundred replays of ever smaller parts of the history.
 */
record ReadRefuter(AxiomaticLevel level, KeyValueHistory history) {

    /**
     * Returns a proof that the transaction may not read the key from this source.
     *
     * @throws IllegalStateException if it may
     */
    Refutation refute(int txn, int key, int source) {
        KeyValueHistory whole = with(txn, key, source);
        var all = IntStream.range(0, whole.txnCount()).boxed().toList();
        return new Prover(level).prove(new Minimizer(this::decide).minimize(whole, all));
    }

    private KeyValueHistory with(int reader, int key, int source) {
        var builder = new KeyValueHistory.Builder(history.isTimed());
        for (int txn = 0; txn < history.txnCount(); txn++) {
            builder.txn(history.session(txn), history.startNanos(txn), history.endNanos(txn), history.recordedTxn(txn));
            for (int read = history.firstRead(txn); read < history.endRead(txn); read++) {
                builder.read(history.readKey(read), history.readSource(read));
            }
            for (int write = history.firstWrite(txn); write < history.endWrite(txn); write++) {
                builder.write(history.writeKey(write));
            }
            if (txn == reader) {
                builder.read(key, source);
            }
        }
        return builder.build();
    }

    /**
     * Decides whether the part satisfies the level. Replays its transactions by their ends, each after its sources and
     * its session's earlier transactions.
     */
    private Decision decide(KeyValueHistory part) {
        var byEnd = new IntArrayList(IntStream.range(0, part.txnCount()).toArray());
        byEnd.sort((one, other) -> Long.compare(part.endNanos(one), part.endNanos(other)));
        var replay = new GrowingHistory(level);
        int[] ids = new int[part.txnCount()];
        var happened = new BitSet();
        for (int txn : byEnd) {
            happened.set(txn);
            ids[txn] = replay.begin(part.session(txn));
            for (int read = part.firstRead(txn); read < part.endRead(txn); read++) {
                int source = part.readSource(read) == INITIAL ? INITIAL : ids[part.readSource(read)];
                if (!replay.mayRead(ids[txn], part.readKey(read), source)) {
                    return new Decision.Impossible(happened.stream().boxed().toList());
                }
                replay.read(ids[txn], part.readKey(read), source);
            }
            for (int write = part.firstWrite(txn); write < part.endWrite(txn); write++) {
                replay.write(ids[txn], part.writeKey(write));
            }
            replay.commit(ids[txn]);
        }
        return new Decision.Ordered(CommitOrder.of(byEnd.toIntArray()));
    }
}
