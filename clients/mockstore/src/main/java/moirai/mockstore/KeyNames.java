package moirai.mockstore;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * The keys by their names in the program, numbered from 0 in the order of first use. The number of a key that was
 * forgotten goes to another one.
 */
final class KeyNames {

    private static final int UNKNOWN = -1;

    /** The name of a number that no key has. */
    private enum Nobody {
        NOBODY
    }

    private final Object2IntOpenHashMap<Object> ids = new Object2IntOpenHashMap<>();
    private final List<Object> names = new ArrayList<>();
    /** The numbers that no key has. */
    private final IntArrayList free = new IntArrayList(0);

    KeyNames() {
        ids.defaultReturnValue(UNKNOWN);
    }

    int idOf(Object name) {
        int known = ids.getInt(name);
        if (known != UNKNOWN) {
            return known;
        }
        int id = names.size();
        if (free.isEmpty()) {
            names.add(name);
        } else {
            id = free.popInt();
            names.set(id, name);
        }
        ids.put(name, id);
        return id;
    }

    /** Returns the number of a key; empty if it has none. */
    OptionalInt find(Object name) {
        int known = ids.getInt(name);
        return known == UNKNOWN ? OptionalInt.empty() : OptionalInt.of(known);
    }

    /** Returns whether a number is that of a key. */
    boolean isUsed(int id) {
        return names.get(id) != Nobody.NOBODY;
    }

    int count() {
        return names.size();
    }

    /** Forgets a key and returns its name. */
    Object forget(int id) {
        Object name = names.set(id, Nobody.NOBODY);
        ids.removeInt(name);
        free.push(id);
        return name;
    }

    /** Gives the numbers of forgotten keys to nobody. */
    void keep() {
        free.clear();
    }

    /** Forgets the keys from this number on. */
    void forgetFrom(int id) {
        List<Object> forgotten = names.subList(id, names.size());
        forgotten.forEach(ids::removeInt);
        forgotten.clear();
        free.clear();
    }

    Object name(int id) {
        return names.get(id);
    }

    List<Object> all() {
        return List.copyOf(names);
    }
}
