package moirai.analysis.attribution;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.Arrays;
import moirai.analysis.axioms.KeyValueHistory;
import moirai.analysis.keyvalue.RepeatedValues;

/**
 * A first attribution of open reads: in the guide's order, each read is attributed to the last writer before it that
 * nobody has overwritten who leads to the reader, through sessions, reads that are not open and the attributions so
 * far. No attribution of that kind is excluded: it is what is tried first.
 *
 * <p>A vector clock for each transaction, 4 bytes a session; without any if that is more than {@link #ENTRIES_MAX}
 * entries. O(transactions × sessions + candidates × sessions × log).
 */
final class Guess {

    private static final long ENTRIES_MAX = 1L << 25;
    private static final int CANDIDATES_TRIED = 32;

    private final RepeatedValues values;
    private final KeyValueHistory base;
    private final Guide guide;
    private final int sessions;
    /** The number of transactions of each session that lead to each transaction. */
    private final int[] clocks;
    /** The writers of keys of open reads, by session, in its order. */
    private final Int2ObjectOpenHashMap<IntArrayList> writersOfKey = new Int2ObjectOpenHashMap<>();

    private final int[] writers;

    Guess(RepeatedValues values, Guide guide) {
        this.values = values;
        this.base = values.base().history();
        this.guide = guide;
        this.sessions = base.sessionCount();
        boolean isAffordable = (long) sessions * base.txnCount() <= ENTRIES_MAX;
        this.clocks = new int[isAffordable ? sessions * base.txnCount() : 0];
        this.writers = new int[values.count()];
        Arrays.setAll(writers, guide::best);
        if (isAffordable) {
            findWriters();
            for (int place = 0; place < guide.size(); place++) {
                attribute(base.indexOf(guide.at(place)));
            }
        }
    }

    private void findWriters() {
        var keys = new IntOpenHashSet();
        for (int open = 0; open < values.count(); open++) {
            keys.add(values.key(open));
        }
        for (int session = 0; session < sessions; session++) {
            for (int at = 0; at < base.sessionSize(session); at++) {
                int txn = base.txnAt(session, at);
                for (int write = base.firstWrite(txn); write < base.endWrite(txn); write++) {
                    if (keys.contains(base.writeKey(write))) {
                        writersOfKey
                                .computeIfAbsent(base.writeKey(write), first -> new IntArrayList())
                                .add(txn);
                    }
                }
            }
        }
    }

    private void attribute(int txn) {
        if (base.position(txn) > 0) {
            join(txn, base.txnAt(base.session(txn), base.position(txn) - 1));
        }
        for (int read = base.firstRead(txn); read < base.endRead(txn); read++) {
            join(txn, base.readSource(read));
        }
        int recorded = base.recordedTxn(txn);
        for (int open = values.firstOpen(recorded); open < values.count() && values.reader(open) == recorded; open++) {
            int[] ranked = guide.ranked(open);
            int tried = 0;
            while (tried < ranked.length
                    && tried < CANDIDATES_TRIED
                    && !isPlausible(txn, base.indexOf(ranked[tried]), values.key(open))) {
                tried++;
            }
            if (tried < ranked.length && tried < CANDIDATES_TRIED) {
                writers[open] = ranked[tried];
                join(txn, base.indexOf(ranked[tried]));
            }
        }
    }

    private void join(int txn, int source) {
        if (source >= 0) {
            for (int session = 0; session < sessions; session++) {
                int before = clocks[source * sessions + session];
                clocks[txn * sessions + session] = Math.max(clocks[txn * sessions + session], before);
            }
            int own = txn * sessions + base.session(source);
            clocks[own] = Math.max(clocks[own], base.position(source) + 1);
        }
    }

    private boolean leads(int txn, int to) {
        return base.position(txn) < clocks[to * sessions + base.session(txn)];
    }

    /** Returns whether nothing that is known to lead to the reader or from it excludes the writer. */
    private boolean isPlausible(int reader, int writer, int key) {
        if (writer < 0 || leads(reader, writer)) {
            return false;
        }
        IntArrayList all = writersOfKey.get(key);
        int from = 0;
        while (from < all.size()) {
            int session = base.session(all.getInt(from));
            int end = firstAfter(all, session, Integer.MAX_VALUE);
            int last = firstAfter(all, session, clocks[reader * sessions + session] - 1) - 1;
            if (last >= from && all.getInt(last) == reader) {
                last--;
            }
            if (last >= from && all.getInt(last) != writer && leads(writer, all.getInt(last))) {
                return false;
            }
            from = end;
        }
        return true;
    }

    /** Returns the first index of a writer of a later session, or of the same one behind a position. */
    private int firstAfter(IntArrayList all, int session, int position) {
        int low = 0;
        int high = all.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            int txn = all.getInt(middle);
            boolean isBefore =
                    base.session(txn) < session || (base.session(txn) == session && base.position(txn) <= position);
            if (isBefore) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Returns the attribution. */
    int[] writers() {
        return writers.clone();
    }

    /** Returns all writers of an open read: the one that was guessed, then what is plausible, then the rest. */
    int[] ranked(int open) {
        int[] byGuide = guide.ranked(open);
        int reader = base.indexOf(values.reader(open));
        var ranked = new IntArrayList(byGuide.length);
        var rest = new IntArrayList();
        ranked.add(writers[open]);
        for (int writer : byGuide) {
            boolean isLast =
                    clocks.length > 0 && (reader < 0 || !isPlausible(reader, base.indexOf(writer), values.key(open)));
            if (writer != writers[open]) {
                (isLast ? rest : ranked).add(writer);
            }
        }
        ranked.addAll(rest);
        return ranked.toIntArray();
    }
}
