package moirai.analysis.counters;

import java.util.Optional;
import moirai.analysis.Dependency;
import moirai.history.History;

/** Why counters order two transactions, in a clause that names the reads. */
public final class CounterReasons {

    private final CounterValues values;
    private final History history;

    /** Prepares it. O(ops × ops of a transaction). */
    public CounterReasons(History history) {
        this.values = new CounterValues(history);
        this.history = history;
    }

    /** The clause; empty if no pair of their reads shows such a dependency. O(ops of both transactions cubed). */
    public Optional<String> of(int from, int to, Dependency dependency) {
        for (int first = history.firstOp(from); first < history.endOp(from); first++) {
            for (int second = history.firstOp(to); second < history.endOp(to); second++) {
                boolean pair = values.isRead(first)
                        && values.isRead(second)
                        && values.isOfOthersAlone(first)
                        && values.isOfOthersAlone(second)
                        && history.key(first) == history.key(second)
                        && values.isMonotone(history.key(first));
                if (pair && shows(first, second, to, dependency)) {
                    return Optional.of(clause(first, second, dependency));
                }
            }
        }
        return Optional.empty();
    }

    private boolean shows(int first, int second, int to, Dependency dependency) {
        long earlier = history.value(first);
        long later = history.value(second);
        return switch (dependency) {
            case READ_READ -> values.neverShrinks(history.key(first)) ? earlier < later : earlier > later;
            case READ_WRITE -> earlier == later && values.net(to, history.key(first)) != 0;
            case WRITE_WRITE, WRITE_READ, PREDICATE_READ_WRITE, PROCESS, REALTIME -> false;
        };
    }

    private String clause(int first, int second, Dependency dependency) {
        int key = history.key(first);
        String name = "key " + history.keyLabel(key);
        String from = "T" + values.txn(first);
        String to = "T" + values.txn(second);
        if (dependency == Dependency.READ_WRITE) {
            return from + " read " + name + " at " + history.value(first) + ", and " + to
                    + " read the same and incremented it";
        }
        if (from.equals(to)) {
            return from + " read " + name + " at " + history.value(first) + " and also at " + history.value(second)
                    + ", and it only ever " + way(key)
                    + ", so it missed an increment (rw) and saw that, or what came after it (wr)";
        }
        return from + " read " + name + " at " + history.value(first) + " and " + to + " read it at "
                + history.value(second)
                + ", and it only ever " + way(key) + ", so " + from
                + " missed an increment (rw) and " + to + " saw that, or what came after it (wr)";
    }

    private String way(int key) {
        return values.neverShrinks(key) ? "grows" : "shrinks";
    }
}
