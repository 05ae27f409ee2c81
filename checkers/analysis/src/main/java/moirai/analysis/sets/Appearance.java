package moirai.analysis.sets;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.Arrays;
import moirai.history.History;

/**
 * Orders the elements of each key as they seem to have been added, by the size of the smallest read that has them.
 * Where reads agree, each of them is a beginning of that order, and the elements that it misses are the rest.
 *
 * <p>O(elements read + elements × log) time.
 */
final class Appearance {

    private final SetInference inference;
    /** The place of each effective add that stands for an element among those of its key; -1 for other ops. */
    private final int[] place;
    /** The number of places of each key. */
    private final int[] count;

    Appearance(SetInference inference) {
        this.inference = inference;
        History history = inference.history();
        this.place = new int[history.opCount()];
        this.count = new int[history.keyCount()];
        Arrays.fill(place, SetInference.NONE);
        int[] smallest = smallestReads(history);
        for (int key = 0; key < history.keyCount(); key++) {
            var adds = new IntArrayList();
            for (int i = 0; i < inference.addCount(key); i++) {
                int add = inference.add(key, i);
                if (inference.adds().standingFor(add) == add) {
                    adds.add(add);
                }
            }
            int[] ordered = adds.toIntArray();
            IntArrays.quickSort(ordered, (left, right) -> {
                int bySize = Integer.compare(smallest[left], smallest[right]);
                return bySize != 0 ? bySize : Integer.compare(left, right);
            });
            for (int i = 0; i < ordered.length; i++) {
                place[ordered[i]] = i;
            }
            count[key] = ordered.length;
        }
    }

    private int[] smallestReads(History history) {
        int[] smallest = new int[history.opCount()];
        Arrays.fill(smallest, Integer.MAX_VALUE);
        IntArrayList txns = inference.effectiveList();
        for (int i = 0; i < txns.size(); i++) {
            for (int op = history.firstOp(txns.getInt(i)); op < history.endOp(txns.getInt(i)); op++) {
                for (int j = 0; inference.isRead(op) && j < history.length(op); j++) {
                    int add = inference.adds().addOf(history.key(op), history.listElement(history.list(op), j));
                    if (add != Adds.UNKNOWN) {
                        smallest[add] = Math.min(smallest[add], history.length(op));
                    }
                }
            }
        }
        return smallest;
    }

    int count(int key) {
        return count[key];
    }

    /** Returns the place of an add, or -1 if it did not take effect or stands for no element. */
    int place(int add) {
        return place[add];
    }

    /**
     * Returns the places of the elements that a read returned or that its own transaction added: there it does not miss
     * another transaction. O(elements read × log).
     *
     * @param own receives, for each of them, whether it is the transaction's own
     * @return ascending, each once
     */
    int[] returned(int readOp, IntArrayList own) {
        History history = inference.history();
        int key = history.key(readOp);
        int txn = inference.txn(readOp);
        var places = new IntArrayList();
        for (int i = 0; i < history.length(readOp); i++) {
            int add = inference.adds().addOf(key, history.listElement(history.list(readOp), i));
            if (add != Adds.UNKNOWN && place[add] >= 0) {
                places.add(place[add]);
            }
        }
        own.clear();
        for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
            if (history.isAppend(op) && history.key(op) == key && place[op] >= 0) {
                places.add(place[op]);
                own.add(place[op]);
            }
        }
        int[] sorted = places.toIntArray();
        Arrays.sort(sorted);
        int unique = 0;
        for (int i = 0; i < sorted.length; i++) {
            if (i == 0 || sorted[i] != sorted[i - 1]) {
                sorted[unique++] = sorted[i];
            }
        }
        return Arrays.copyOf(sorted, unique);
    }
}
