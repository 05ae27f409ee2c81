package moirai.runs.replay;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import moirai.history.History;
import moirai.history.Op;

/**
 * A renaming of keys for each attempt, so that all attempts of a schedule begin with empty keys in one set of tables:
 * making new tables takes a hundred times as long as an attempt. The names of keys make no difference to a history.
 *
 * <p>Where ranges are scanned, the distances between keys stay the same.
 */
final class KeyRenaming {

    private final List<Long> names;
    private final Map<Long, Integer> places;
    private final long lowest;
    private final boolean keepsDistances;
    private final int width;

    private KeyRenaming(List<Long> names, boolean keepsDistances) {
        this.names = names;
        this.places = new HashMap<>();
        names.forEach(name -> places.put(name, places.size()));
        this.lowest = names.isEmpty() ? 0 : Collections.min(names);
        this.keepsDistances = keepsDistances;
        this.width = keepsDistances ? Math.toIntExact(Collections.max(names) - lowest + 1) : Math.max(1, names.size());
    }

    /**
     * Returns the renaming for the keys of a history, including those that its scans name.
     *
     * @throws ArithmeticException if a range is too wide to be scanned
     */
    static KeyRenaming of(History history) {
        var names = new ArrayList<Long>();
        for (int key = 0; key < history.keyCount(); key++) {
            names.add(history.keyName(key));
        }
        for (int op = 0; op < history.opCount(); op++) {
            if (history.isScan(op)) {
                names.add(history.scanTo(op));
            }
        }
        return new KeyRenaming(names.stream().distinct().sorted().toList(), history.scanCount() > 0);
    }

    /** Returns the number of attempts that can have keys of their own. */
    int attemptsMax() {
        return Integer.MAX_VALUE / width;
    }

    /** Returns the name of a key in an attempt; attempts are numbered from 0. */
    int renamed(long name, int attempt) {
        int place = keepsDistances ? (int) (name - lowest) : Objects.requireNonNull(places.get(name));
        return attempt * width + place;
    }

    /** Returns the name in the case of a key of an attempt. */
    long original(long renamed, int attempt) {
        int place = (int) (renamed - (long) attempt * width);
        return keepsDistances ? lowest + place : names.get(place);
    }

    /** Returns the op of an attempt with the key of the case. */
    Op original(Op op, int attempt) {
        long key = original(op.key(), attempt);
        return switch (op) {
            case Op.Append append -> new Op.Append(key, append.element());
            case Op.Read read -> new Op.Read(key, read.elements());
            case Op.Scan scan -> new Op.Scan(key, original(scan.to(), attempt), scan.matches());
            case Op.Write write -> new Op.Write(key, write.value());
            case Op.ReadValue read -> new Op.ReadValue(key, read.value());
            case Op.ReadInitial read -> new Op.ReadInitial(key);
            case Op.Add add -> new Op.Add(key, add.element());
            case Op.ReadSet read -> new Op.ReadSet(key, read.elements());
            case Op.Increment increment -> new Op.Increment(key, increment.amount());
            case Op.ReadCounter read -> new Op.ReadCounter(key, read.value());
        };
    }
}
