package moirai.mockstore.sql.rows;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.List;
import moirai.mockstore.StoreException;

/** The names of a transaction's savepoints; the index in the list is the store's number. */
final class Savepoints {

    private static final String RELEASED = "";

    private final List<String> names = new ArrayList<>();

    private final IntArrayList locksBefore = new IntArrayList();

    /**
     * Adds a savepoint, which hides an earlier one of the same name.
     *
     * @param locks how many the transaction has taken
     */
    void add(String name, int locks) {
        names.add(name);
        locksBefore.add(locks);
    }

    /** Returns how many locks had been taken before a savepoint. */
    int locksBefore(int number) {
        return locksBefore.getInt(number);
    }

    /** Forgets a savepoint and those after it. The store keeps its savepoints, which nobody names any more. */
    void release(String name) {
        for (int later = require(name); later < names.size(); later++) {
            names.set(later, RELEASED);
        }
    }

    /** Forgets the savepoints after the one of this number. */
    void backTo(int number) {
        names.subList(number + 1, names.size()).clear();
        locksBefore.size(number + 1);
    }

    /** Returns the number of the last savepoint that was not released; -1 if there is none. */
    int last() {
        int number = names.size() - 1;
        while (number >= 0 && names.get(number).equals(RELEASED)) {
            number--;
        }
        return number;
    }

    /**
     * Returns the number of a savepoint.
     *
     * @throws StoreException if there is none of this name (SQLSTATE 3B001)
     */
    int require(String name) {
        int number = names.lastIndexOf(name);
        if (number < 0) {
            throw new StoreException("3B001", "savepoint \"" + name + "\" does not exist; there are " + names);
        }
        return number;
    }
}
