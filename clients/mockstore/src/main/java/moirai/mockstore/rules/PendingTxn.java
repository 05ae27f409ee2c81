package moirai.mockstore.rules;

import static moirai.analysis.axioms.KeyValueHistory.INITIAL;

import it.unimi.dsi.fastutil.ints.IntArrayList;

/** What a transaction that has not ended has done so far. */
final class PendingTxn {

    static final int NOBODY = -2;
    static final int UNKNOWN = -1;

    final int session;
    /** The last transaction that the snapshot has to contain whatever is read. */
    final int start;
    /** Whether that is so because it had committed before, and not because of the session. */
    final boolean startsInRealTime;

    final IntArrayList readKeys = new IntArrayList(4);
    final IntArrayList readSources = new IntArrayList(4);
    final IntArrayList writeKeys = new IntArrayList(4);
    /** The last transaction of which it is known that the snapshot has to contain it, for what was read. */
    int low;
    /** The first transaction that overwrites what was read, or {@link #NOBODY}. */
    int high = NOBODY;
    /** How many commits {@link #high} takes account of. */
    int commitsSeen;
    /** The last writer of the keys that this transaction has written. */
    int writeLow = INITIAL;
    /** The last place that the writes may take: the transaction that follows it. */
    int place = NOBODY;
    /** How many commits what is known of the writes takes account of; {@link #UNKNOWN} if nothing is known. */
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
