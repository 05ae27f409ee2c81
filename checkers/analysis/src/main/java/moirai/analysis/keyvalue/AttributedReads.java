package moirai.analysis.keyvalue;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import moirai.analysis.axioms.KeyValueHistory;

/** A history of registers whose repeated values were attributed to writers, all or some of them. */
public final class AttributedReads {

    /** Stands for no read. */
    public static final int NONE = -1;

    private final KeyValueReads reads;
    private final Int2IntOpenHashMap provenBy;

    AttributedReads(KeyValueReads reads, Int2IntOpenHashMap provenBy) {
        this.reads = reads;
        this.provenBy = provenBy;
    }

    /** Returns the reduced history, with what single reads prove. */
    public KeyValueReads reads() {
        return reads;
    }

    /** Returns the reduced history. */
    public KeyValueHistory history() {
        return reads.history();
    }

    /**
     * Returns the read that shows that a recorded transaction of unknown outcome took effect; {@link #NONE} for
     * transactions that were committed.
     */
    public int provenBy(int txn) {
        return provenBy.getOrDefault(txn, NONE);
    }
}
