package moirai.mockstore.rules;

import static moirai.analysis.axioms.KeyValueHistory.INITIAL;

import it.unimi.dsi.fastutil.ints.IntArrayList;

/** The steps so far of a transaction that has not ended. */
final class PendingTxn {

    static final int NOBODY = -2;
    static final int UNKNOWN = -1;

    final int session;
    /** The last transaction that the snapshot has to contain regardless of the reads. */
    final int start;
    /**
     * True if {@link #start} comes from real time, because that transaction committed before this one began, and not
     * from the session.
     */
    final boolean startsInRealTime;

    final IntArrayList readKeys = new IntArrayList(4);
    final IntArrayList readSources = new IntArrayList(4);
    final IntArrayList writeKeys = new IntArrayList(4);
    /** The last transaction that the snapshot is known to have to contain because of the reads. */
    int low;
    /** The first transaction that overwrites something read, or {@link #NOBODY}. */
    int high = NOBODY;
    /** The number of commits that {@link #high} takes account of. */
    int commitsSeen;
    /** The last writer of the keys that this transaction has written. */
    int writeLow = INITIAL;
    /** The last place that the writes may take, named by the transaction that follows it. */
    int place = NOBODY;
    /**
     * The number of commits that the information about the writes takes account of; {@link #UNKNOWN} if there is none.
     */
    int writesSeen = UNKNOWN;

    PendingTxn(int session, int start, boolean startsInRealTime) {
        this.session = session;
        this.start = start;
        this.startsInRealTime = startsInRealTime;
        this.low = start;
    }

    void read(int key, int source) {
        readKeys.add(key);
        readSources.add(source);
    }

    void write(int key) {
        writeKeys.add(key);
    }

    void takeBack(int key) {
        writeKeys.rem(key);
        writesSeen = UNKNOWN;
    }
}
