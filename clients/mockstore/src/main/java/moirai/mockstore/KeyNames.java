package moirai.mockstore;

import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.util.ArrayList;
import java.util.List;

/** The keys by their names in the program, numbered from 0 in the order of first use. */
final class KeyNames {

    private static final int UNKNOWN = -1;

    private final Object2IntOpenHashMap<Object> ids = new Object2IntOpenHashMap<>();
    private final List<Object> names = new ArrayList<>();

    KeyNames() {
        ids.defaultReturnValue(UNKNOWN);
    }

    int idOf(Object name) {
        int known = ids.getInt(name);
        if (known != UNKNOWN) {
            return known;
        }
        ids.put(name, names.size());
        names.add(name);
        return names.size() - 1;
    }

    int count() {
        return names.size();
    }

    /** Forgets the keys from this number on. */
    void forgetFrom(int id) {
        List<Object> forgotten = names.subList(id, names.size());
        forgotten.forEach(ids::removeInt);
        forgotten.clear();
    }

    Object name(int id) {
        return names.get(id);
    }

    List<Object> all() {
        return List.copyOf(names);
    }
}
