package moirai.analysis.axioms.incremental;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The committed writers of each key, by chain: places in the chain, ascending. */
final class KeyWriters {

    private static final class Column {

        private final IntArrayList chains = new IntArrayList(4);
        private final List<IntArrayList> places = new ArrayList<>(4);
    }

    private static final Column NOBODY = new Column();

    private final List<Column> columns = new ArrayList<>();

    /** Adds a committed writer. O(chains that write the key). */
    void add(int key, int chain, int place) {
        while (columns.size() <= key) {
            columns.add(new Column());
        }
        Column column = columns.get(key);
        // Nobody of the chain can have written before the chain's first.
        int index = place == 1 ? -1 : column.chains.indexOf(chain);
        if (index < 0) {
            index = column.chains.size();
            column.chains.add(chain);
            column.places.add(new IntArrayList(2));
        }
        column.places.get(index).add(place);
    }

    /** Returns the number of chains that write the key. */
    int chainCount(int key) {
        return column(key).chains.size();
    }

    /** Returns one of the chains that write the key. */
    int chain(int key, int index) {
        return column(key).chains.getInt(index);
    }

    /**
     * Returns the last place up to this one at which the chain writes the key; 0 if there is none. O(log of its
     * writers).
     */
    int lastUpTo(int key, int index, int place) {
        IntArrayList places = column(key).places.get(index);
        int count = countUpTo(places, place);
        return count == 0 ? 0 : places.getInt(count - 1);
    }

    /** Returns the number of the chain's writers of the key after this place. O(log of its writers). */
    int countAfter(int key, int index, int place) {
        IntArrayList places = column(key).places.get(index);
        return places.size() - countUpTo(places, place);
    }

    /** Returns the place of one of the chain's writers of the key; the last is at distance 0. */
    int placeFromLast(int key, int index, int distance) {
        IntArrayList places = column(key).places.get(index);
        return places.getInt(places.size() - 1 - distance);
    }

    private static int countUpTo(IntArrayList places, int place) {
        int size = places.size();
        if (places.getInt(size - 1) <= place) {
            return size;
        }
        int found = Arrays.binarySearch(places.elements(), 0, size, place);
        return found < 0 ? -found - 1 : found + 1;
    }

    private Column column(int key) {
        return key < columns.size() ? columns.get(key) : NOBODY;
    }
}
