package moirai.runs.query;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import moirai.history.History;

/**
 * The numbers of lists over all pieces of a history. A piece holds each of its lists as a whole; where such a list
 * extends a list of the same key in the piece before, or is the beginning of it, both have one number, and only the new
 * elements are stored. A key that is in no read of a piece is forgotten, so memory is needed for the lists of two
 * pieces. O(elements of the lists of each piece).
 */
final class ListNumbers {

    /** By key, the longest list of the piece before, and then of this piece. */
    private Map<Long, Known> before = new HashMap<>();

    private Map<Long, Known> now = new HashMap<>();
    /** The numbers of lists that this piece extends. */
    private final Set<Long> extended = new HashSet<>();

    private long[] numbers = {};
    private int[] stored = {};
    private long next;

    /** A list that has a number. */
    private static final class Known {

        private final long number;
        private final int[] elements;

        Known(long number, int[] elements) {
            this.number = number;
            this.elements = elements;
        }
    }

    /** Numbers the lists of the next piece. */
    void startPiece(History piece) {
        before = now;
        extended.clear();
        now = HashMap.newHashMap(piece.listCount());
        numbers = new long[piece.listCount()];
        stored = new int[piece.listCount()];
        for (int list = 0; list < numbers.length; list++) {
            number(piece, list);
        }
    }

    private void number(History piece, int list) {
        long key = piece.keyName(piece.listKey(list));
        Known known = before.get(key);
        int size = piece.listSize(list);
        if (known != null && agrees(piece, list, Math.min(size, known.elements.length), known)) {
            // If another list of this piece extends it as well, they differ, and the second begins anew.
            if (size <= known.elements.length || extended.add(known.number)) {
                numbers[list] = known.number;
                stored[list] = known.elements.length;
                keep(key, size > known.elements.length ? known(piece, list) : known);
                return;
            }
        }
        numbers[list] = next;
        next++;
        keep(key, known(piece, list));
    }

    private Known known(History piece, int list) {
        var elements = new int[piece.listSize(list)];
        for (int i = 0; i < elements.length; i++) {
            elements[i] = piece.listElement(list, i);
        }
        return new Known(numbers[list], elements);
    }

    private static boolean agrees(History piece, int list, int length, Known known) {
        for (int i = 0; i < length; i++) {
            if (piece.listElement(list, i) != known.elements[i]) {
                return false;
            }
        }
        return true;
    }

    private void keep(long key, Known list) {
        Known other = now.get(key);
        if (other == null || other.elements.length < list.elements.length) {
            now.put(key, list);
        }
    }

    /** Returns the number of a list of the piece. */
    long of(int list) {
        return numbers[list];
    }

    /** Returns how many elements of a list of the piece are stored already; it may be more than the list has. */
    int stored(int list) {
        return stored[list];
    }
}
