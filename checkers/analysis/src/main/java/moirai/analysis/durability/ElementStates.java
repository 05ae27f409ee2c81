package moirai.analysis.durability;

import it.unimi.dsi.fastutil.longs.Long2IntMap;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.HashSet;
import java.util.Set;
import moirai.history.History;

/**
 * The final states of lists or sets, for a history that is read piece by piece; see {@link ListStates}. It takes some
 * 50 bytes for each key that was finally read.
 */
final class ElementStates implements FinalStates {

    /** The number of elements of a key that share one number: 1 to 64, as workloads count them. */
    private static final int PACKED = Long.SIZE;

    /** The elements from 1 to 64 that the last final reads of each key show, as bits. */
    private final Long2LongOpenHashMap packed = new Long2LongOpenHashMap();
    /** The last complete final reads of each key. */
    private final Long2IntOpenHashMap phaseOf = new Long2IntOpenHashMap();

    private final Set<Place> others = new HashSet<>();
    /** How many elements final reads show all together; below, how many the shortest shows. */
    private final Long2IntOpenHashMap shownCount = new Long2IntOpenHashMap();

    private final Long2IntOpenHashMap shortest = new Long2IntOpenHashMap();
    /** The keys of which a node may have more than it has answered. */
    private final LongOpenHashSet unanswered = new LongOpenHashSet();

    /** An element of a key. */
    private record Place(long key, int element) {}

    ElementStates() {
        phaseOf.defaultReturnValue(FinalReadTimes.NONE);
        shortest.defaultReturnValue(Integer.MAX_VALUE);
    }

    @Override
    public void read(History piece, int op, int phase) {
        long key = piece.keyName(piece.key(op));
        if (!piece.isAnswered(op)) {
            unanswered.add(key);
            return;
        }
        int before = phaseOf.get(key);
        if (phase < before) {
            return;
        }
        if (phase > before && before != FinalReadTimes.NONE) {
            // What an earlier one has shown may be lost since.
            packed.remove(key);
            others.removeIf(place -> place.key() == key);
            shownCount.remove(key);
            shortest.remove(key);
        }
        phaseOf.put(key, phase);
        long bits = packed.get(key);
        int otherCount = 0;
        for (int i = 0; i < piece.length(op); i++) {
            int element = piece.listElement(piece.list(op), i);
            if (isPacked(element)) {
                bits |= bit(element);
            } else {
                otherCount += others.add(new Place(key, element)) ? 1 : 0;
            }
        }
        shownCount.addTo(key, Long.bitCount(bits) - Long.bitCount(packed.get(key)) + otherCount);
        packed.put(key, bits);
        shortest.put(key, Math.min(shortest.get(key), piece.length(op)));
    }

    static boolean isPacked(int element) {
        return element >= 1 && element <= PACKED;
    }

    static long bit(int element) {
        return 1L << (element - 1);
    }

    @Override
    public int phaseOf(History piece, int key) {
        return phaseOf.get(piece.keyName(key));
    }

    /** Returns whether a key was finally read. */
    boolean isRead(long key) {
        return phaseOf.containsKey(key);
    }

    /** Returns those of the elements of a key, as bits, that final reads do not show. */
    long missing(long key, long bits) {
        return unanswered.contains(key) ? 0 : bits & ~packed.get(key);
    }

    @Override
    public boolean isLost(History piece, int txn, int op) {
        return !isShown(piece, op) && !unanswered.contains(piece.keyName(piece.key(op)));
    }

    @Override
    public boolean isRecovered(History piece, int txn, int op) {
        return isShown(piece, op);
    }

    @Override
    public boolean isShown(History piece, int op) {
        long key = piece.keyName(piece.key(op));
        int element = piece.element(op);
        return isPacked(element) ? (packed.get(key) & bit(element)) != 0 : others.contains(new Place(key, element));
    }

    @Override
    public long staleCount() {
        long count = 0;
        for (Long2IntMap.Entry entry : shortest.long2IntEntrySet()) {
            count += entry.getIntValue() < shownCount.get(entry.getLongKey()) ? 1 : 0;
        }
        return count;
    }
}
