package moirai.analysis.listappend;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntSet;
import it.unimi.dsi.fastutil.ints.IntSets;
import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.IntStream;
import moirai.analysis.columns.Groups;
import moirai.history.History;

/**
 * The order in which the elements of each key were appended, as far as reads prove it.
 *
 * <p>Source: Kingsbury, Alvaro, "Elle" (2020), section 4.3.2.
 *
 * <ol>
 *   <li>The trace of a key is the longest list that an effective transaction read. Every other version read of the key
 *       has to be a prefix of it; if not, the reads are of incompatible orders.
 *   <li>Keys of which a read contains an element twice, or an element that two ops appended, are set aside: their order
 *       is not known, so nothing is inferred from it.
 *   <li>If reads are incompatible, the order of the key is the longest beginning on which all of them agree. A read
 *       that ends within it has its place, and a longer one has none. What else was appended comes later, in an order
 *       that is contested.
 *   <li>Appends that no read shows come after the trace: committed versions that precede the last version of the
 *       longest read are in its trace. If they all belong to one transaction, their order is known too, and they extend
 *       the trace. (Elle does so for keys with a single append. With a history that is not complete, or an
 *       indeterminate transaction among the writers, somebody else may come in between, and the trace is left as it
 *       is.)
 * </ol>
 *
 * <p>Why that beginning stands although one of the incompatible reads is of an aborted version. Each append was
 * executed once, on one version. So all versions that contain its element have the same elements before it: those that
 * the reads show. The last version of the key contains the elements of all that committed; hence it begins as the reads
 * do, up to the last committed element on which they agree, and all other committed elements follow. That holds
 * whichever read is of the aborted version, also if both are. Behind that element the reads order nothing. An
 * indeterminate transaction whose only element was read there may have aborted, but no ww edge leads out of it, so it
 * is in no cycle of those.
 *
 * <p>In a history that is not complete a list may hold elements whose appends are not recorded. The order leads past
 * them: who appended behind one follows whoever appended before it, and a read that ends before it missed what comes
 * behind. If the transaction that nobody recorded took effect, ww edges lead into and out of its version, so an edge
 * that passes over it stands for a path with as many rw and otherwise ww: what is adjacent to that rw may not be in
 * truth, which more levels forbid. A read that ends in such an element saw all before it: that edge of kind wr stands
 * for a path of ww and wr. If the transaction aborted instead, it installed no version, and the first two edges are
 * those of the definition; then the third rests on a read that no level from read committed on allows.
 *
 * <p>O(ops + elements of lists).
 */
final class VersionOrders {

    /** Stands for no transaction that appended beyond the trace. */
    private static final int NOBODY = -1;
    /** Stands for several transactions that did, or may have. */
    private static final int SEVERAL = -2;
    /** Stands for the length of any read. */
    private static final int WHOLE = Integer.MAX_VALUE;

    private final History history;
    private final Writes writes;
    private final CommittedReads reads;
    /** The list that holds the trace of each key, or -1. */
    private final int[] traceList;
    /** The lists whose part that was read is a prefix of the trace. */
    private final boolean[] isOnTrace;

    /**
     * The length up to which reads of each key have a place in its order: {@link #WHOLE}, the length of the beginning
     * on which incompatible reads agree, or -1 if the key is set aside.
     */
    private final int[] agreedLength;
    /** The place at which each key's order begins in {@link #appends}. */
    private final int[] first;

    private final int[] appends;
    /** The few places in orders whose append installed no version; below, the next place whose append did, or -1. */
    private final BitSet isPassedOver = new BitSet();

    private final Int2IntOpenHashMap nextInstalled = new Int2IntOpenHashMap();
    /** The last recorded append before each element whose append is not recorded. */
    private final Int2IntOpenHashMap recordedBefore = new Int2IntOpenHashMap();
    /** The position of each append in its key's order, or -1. */
    private final int[] position;
    /** The effective appends behind the traces of their keys, whose order among themselves is not known; by key. */
    private final IntArrayList unplaced = new IntArrayList();
    /** The place at which each key's unplaced appends begin. */
    private final int[] firstUnplaced;

    VersionOrders(History history, Writes writes, CommittedReads reads) {
        this.history = history;
        this.writes = writes;
        this.reads = reads;
        this.traceList = new int[history.keyCount()];
        this.isOnTrace = new boolean[history.listCount()];
        this.agreedLength = new int[history.keyCount()];
        this.first = new int[history.keyCount() + 1];
        this.firstUnplaced = new int[history.keyCount() + 1];
        this.position = new int[history.opCount()];
        Arrays.fill(traceList, -1);
        Arrays.fill(position, -1);
        findTraces();
        var ordered = new IntArrayList(writes.appends().size());
        for (int key = 0; key < history.keyCount(); key++) {
            first[key] = ordered.size();
            firstUnplaced[key] = unplaced.size();
            int agreed = agree(key);
            agreedLength[key] = writes.isAmbiguous(key) ? -1 : agreed;
            if (agreedLength[key] >= 0 && place(key)) {
                order(key, ordered);
            } else {
                agreedLength[key] = -1;
            }
        }
        first[history.keyCount()] = ordered.size();
        firstUnplaced[history.keyCount()] = unplaced.size();
        this.appends = ordered.elements();
        recordedBefore.defaultReturnValue(Writes.UNKNOWN);
        for (int key = 0; key < history.keyCount(); key++) {
            findInstalled(key);
        }
    }

    private void findTraces() {
        for (int list = 0; list < history.listCount(); list++) {
            int key = history.listKey(list);
            boolean longer = traceList[key] < 0 || reads.length(list) > reads.length(traceList[key]);
            if (reads.readOp(list) >= 0 && longer) {
                traceList[key] = list;
            }
        }
    }

    /**
     * Compares the lists of the key with its trace. Returns {@link #WHOLE} if all are prefixes of it, otherwise how
     * many elements all have in common that are no such prefix; -1 if moreover one of them has an element twice.
     */
    private int agree(int key) {
        int agreed = WHOLE;
        Groups lists = writes.lists();
        for (int i = lists.first(key); i < lists.end(key); i++) {
            int list = lists.member(i);
            int common = commonWithTrace(list);
            isOnTrace[list] = common == reads.length(list);
            agreed = isOnTrace[list] ? agreed : Math.min(agreed, common);
        }
        for (int i = lists.first(key); agreed != WHOLE && i < lists.end(key); i++) {
            var seen = new IntOpenHashSet();
            for (int at = 0; at < reads.length(lists.member(i)); at++) {
                if (!seen.add(history.listElement(lists.member(i), at))) {
                    return -1;
                }
            }
        }
        return agreed;
    }

    /** Returns how much of its beginning the list has in common with its key's trace. O(elements of the list). */
    int commonWithTrace(int list) {
        int trace = traceList[history.listKey(list)];
        int common = 0;
        while (common < reads.length(list)
                && (list == trace || history.listElement(list, common) == history.listElement(trace, common))) {
            common++;
        }
        return common;
    }

    /**
     * Records the positions of the appends of the key's trace; undoes that and returns false if an element is repeated.
     */
    private boolean place(int key) {
        // Elements that nobody appended are rare, and have no op by which to notice a repetition.
        IntSet unknown = IntSets.emptySet();
        for (int i = 0; i < agreedLength(key); i++) {
            int append = appendAt(key, i);
            if (append == Writes.UNKNOWN && unknown.isEmpty()) {
                unknown = new IntOpenHashSet();
            }
            boolean repeated = append == Writes.UNKNOWN
                    ? !unknown.add(history.listElement(traceList[key], i))
                    : position[append] >= 0;
            if (repeated) {
                for (int placed = 0; placed < i; placed++) {
                    if (appendAt(key, placed) != Writes.UNKNOWN) {
                        position[appendAt(key, placed)] = -1;
                    }
                }
                return false;
            }
            if (append != Writes.UNKNOWN) {
                position[append] = i;
            }
        }
        return true;
    }

    /** Returns the length of the longest read of the key by an effective transaction. */
    int traceLength(int key) {
        return traceList[key] < 0 ? 0 : reads.length(traceList[key]);
    }

    /** Returns the length of the trace, as far as all reads agree on it. */
    private int agreedLength(int key) {
        return Math.min(traceLength(key), agreedLength[key]);
    }

    private int appendAt(int key, int index) {
        return writes.appendOf(traceList[key], index);
    }

    private void order(int key, IntArrayList ordered) {
        int writer = writerBeyondTrace(key);
        for (int i = 0; i < agreedLength(key); i++) {
            ordered.add(appendAt(key, i));
        }
        Groups all = writes.appends();
        for (int i = all.first(key); i < all.end(key) && writer != NOBODY; i++) {
            int append = all.member(i);
            if (writer == SEVERAL && isBeyond(append)) {
                unplaced.add(append);
            } else if (writes.txn(append) == writer && position[append] < 0) {
                position[append] = ordered.size() - first[key];
                ordered.add(append);
            }
        }
    }

    private boolean isBeyond(int append) {
        return position[append] < 0 && reads.isEffective(writes.txn(append));
    }

    /** Returns the one transaction that may have appended beyond the trace, {@link #NOBODY} or {@link #SEVERAL}. */
    private int writerBeyondTrace(int key) {
        int writer = history.isComplete() && isWhole(key) ? NOBODY : SEVERAL;
        Groups all = writes.appends();
        for (int i = all.first(key); i < all.end(key) && writer != SEVERAL; i++) {
            int append = all.member(i);
            if (position[append] < 0 && !writes.isAborted(append)) {
                int txn = writes.txn(append);
                boolean alone = writer == NOBODY || writer == txn;
                writer = alone && reads.isEffective(txn) ? txn : SEVERAL;
            }
        }
        return writer;
    }

    private void findInstalled(int key) {
        int next = -1;
        for (int i = count(key) - 1; i >= 0; i--) {
            int op = append(key, i);
            if (op == Writes.UNKNOWN) {
                // Nobody made it up but the database, so what it says of the list is worth nothing.
                next = history.isComplete() ? -1 : next;
            } else if (reads.isEffective(writes.txn(op))) {
                next = i;
            }
            if (next != i) {
                isPassedOver.set(first[key] + i);
                nextInstalled.put(first[key] + i, next);
            }
        }
        findRecordedBefore(key);
    }

    private void findRecordedBefore(int key) {
        int recorded = Writes.UNKNOWN;
        for (int i = 0; i < count(key) && !history.isComplete(); i++) {
            if (append(key, i) != Writes.UNKNOWN) {
                recorded = append(key, i);
            } else if (recorded != Writes.UNKNOWN) {
                recordedBefore.put(first[key] + i, recorded);
            }
        }
    }

    /** Returns the number of appends to the key that are in order; 0 if the key is set aside. */
    int count(int key) {
        return first[key + 1] - first[key];
    }

    /** Returns the append at a position of the key's order, or {@link Writes#UNKNOWN}. */
    int append(int key, int index) {
        return appends[first[key] + index];
    }

    /** Returns the position of the append in its key's order, or -1 if it is not known. */
    int position(int appendOp) {
        return position[appendOp];
    }

    /** Returns whether some appends to the key are {@linkplain #isUnplaced unplaced}. */
    boolean hasUnplaced(int key) {
        return firstUnplaced[key] < firstUnplaced[key + 1];
    }

    /** Returns the first place of the key's {@linkplain #isUnplaced unplaced} appends; see {@link #unplaced}. */
    int firstUnplaced(int key) {
        return firstUnplaced[key];
    }

    /** Returns the place behind the last of the key's unplaced appends. */
    int endUnplaced(int key) {
        return firstUnplaced[key + 1];
    }

    /** Returns the unplaced append at a place; those of one key ascend. */
    int unplaced(int place) {
        return unplaced.getInt(place);
    }

    /** Returns whether the append is only known to come after the trace. */
    boolean isUnplaced(int appendOp) {
        return hasUnplaced(history.key(appendOp)) && isBeyond(appendOp);
    }

    /**
     * Returns whether some key has unplaced appends, so that the order of versions says less than the history does.
     */
    boolean hasUnplaced() {
        return !unplaced.isEmpty();
    }

    /**
     * Returns whether the answered read saw a version in its key's order; every read by an effective transaction did,
     * of a key that is {@linkplain #isWhole whole}.
     */
    boolean isOrdered(int readOp) {
        return history.length(readOp) <= agreedLength[history.key(readOp)];
    }

    /** Returns whether the order of the key's versions contains all that was read of it. */
    boolean isWhole(int key) {
        return agreedLength[key] == WHOLE;
    }

    /**
     * Returns the keys whose reads are incompatible, so that the order behind their common beginning is open. O(keys).
     */
    int[] contested() {
        return IntStream.range(0, agreedLength.length)
                .filter(key -> agreedLength[key] >= 0 && !isWhole(key))
                .toArray();
    }

    /** Returns whether the part of the list that was read is a prefix of its key's trace. */
    boolean isOnTrace(int list) {
        return isOnTrace[list];
    }

    /** Returns the op of the longest read of the key, or -1. */
    int longestRead(int key) {
        return traceList[key] < 0 ? -1 : reads.readOp(traceList[key]);
    }

    /**
     * Returns the position of the next append by an effective transaction at or after {@code index} in the key's order,
     * or -1. Aborted appends install no version and are passed over, and so are elements whose append is not recorded.
     * In a complete history nobody appended those, and beyond one nothing is known.
     */
    int nextInstalled(int key, int index) {
        if (index >= count(key)) {
            return -1;
        }
        int place = first[key] + index;
        return isPassedOver.get(place) ? nextInstalled.get(place) : index;
    }

    /**
     * Returns the last recorded append among the first {@code length} elements of the key's order, if all behind it are
     * not recorded; {@link Writes#UNKNOWN} if there is none, and in a complete history if the last is not recorded.
     */
    int lastRecorded(int key, int length) {
        int last = length == 0 ? Writes.UNKNOWN : append(key, length - 1);
        return last != Writes.UNKNOWN || length == 0 ? last : recordedBefore.get(first[key] + length - 1);
    }

    /** Returns the element at a position within the key's trace. */
    int element(int key, int index) {
        return history.listElement(traceList[key], index);
    }
}
