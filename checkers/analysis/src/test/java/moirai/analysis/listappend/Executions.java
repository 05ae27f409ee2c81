package moirai.analysis.listappend;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import moirai.analysis.listappend.oracle.Facts;
import moirai.history.Elements;
import moirai.history.Op;
import moirai.history.Txn;
import moirai.history.level.IsolationLevel;

/**
 * Levels by their operational definitions: whether some order of the commits, executed, gives what the transactions of
 * a sample saw. Nothing of dependencies, cycles or version orders is in here.
 *
 * <p>Serializability executes one transaction after the other. Snapshot isolation gives each transaction some beginning
 * of the order of commits as its snapshot, such that nobody who committed after it and before the transaction appended
 * to a list to which the transaction appends. A scan has to find exactly the lists of its range that have elements; for
 * repeatable read it may miss lists, but not those of the transaction itself. Session and strong variants restrict
 * order and snapshots. Tries all permutations: for up to six transactions that took effect.
 */
final class Executions {

    static final Set<IsolationLevel> LEVELS = Set.of(
            IsolationLevel.REPEATABLE_READ,
            IsolationLevel.SERIALIZABLE,
            IsolationLevel.STRONG_SESSION_SERIALIZABLE,
            IsolationLevel.STRICT_SERIALIZABLE,
            IsolationLevel.SNAPSHOT_ISOLATION,
            IsolationLevel.STRONG_SESSION_SNAPSHOT_ISOLATION,
            IsolationLevel.STRONG_SNAPSHOT_ISOLATION);

    private final List<Txn> txns;
    private final boolean withSnapshots;
    private final boolean withPredicates;
    private final boolean inSessions;
    private final boolean inRealtime;

    /**
     * Executions at a level.
     *
     * @param txns those that took effect
     */
    Executions(List<Txn> txns, IsolationLevel level) {
        this.txns = List.copyOf(txns);
        this.withSnapshots = !level.implies(IsolationLevel.REPEATABLE_READ);
        this.withPredicates = level != IsolationLevel.REPEATABLE_READ;
        this.inRealtime = level.implies(IsolationLevel.STRONG_SNAPSHOT_ISOLATION);
        this.inSessions = level.implies(IsolationLevel.STRONG_SESSION_SNAPSHOT_ISOLATION);
    }

    /** Decides whether an execution explains everything. */
    boolean exist() {
        return extend(new ArrayList<>(), new ArrayList<>(List.of(Map.of())));
    }

    /** Tries every next commit; states are those after each commit so far. */
    private boolean extend(List<Integer> committed, List<Map<Long, List<Integer>>> states) {
        if (committed.size() == txns.size()) {
            return true;
        }
        return IntStream.range(0, txns.size())
                .filter(next -> !committed.contains(next))
                .anyMatch(next -> isExplained(next, committed, states) && commit(next, committed, states));
    }

    private boolean commit(int next, List<Integer> committed, List<Map<Long, List<Integer>>> states) {
        Map<Long, List<Integer>> state = new HashMap<>(states.getLast());
        for (Op op : txns.get(next).ops()) {
            if (op instanceof Op.Append append) {
                state.put(append.key(), extended(list(state, append.key()), append.element()));
            }
        }
        committed.add(next);
        states.add(state);
        boolean found = extend(committed, states);
        committed.removeLast();
        states.removeLast();
        return found;
    }

    private boolean isExplained(int next, List<Integer> committed, List<Map<Long, List<Integer>>> states) {
        // Whoever has to come before comes before; snapshots contain them.
        for (int other = 0; other < txns.size(); other++) {
            if (hasToPrecede(other, next) && !committed.contains(other)) {
                return false;
            }
        }
        int oldest = withSnapshots ? 0 : committed.size();
        for (int snapshot = committed.size(); snapshot >= oldest; snapshot--) {
            if (explains(txns.get(next), states.get(snapshot))) {
                return true;
            }
            // An older snapshot lacks this commit.
            int dropped = snapshot == 0 ? next : committed.get(snapshot - 1);
            if (hasToPrecede(dropped, next) || conflicts(dropped, next)) {
                return false;
            }
        }
        return false;
    }

    private boolean hasToPrecede(int other, int txn) {
        boolean ended = other != txn && !txns.get(other).outcome().isIndeterminate();
        boolean inSession =
                other < txn && txns.get(other).session() == txns.get(txn).session();
        boolean inTime = txns.get(other).endNanos() < txns.get(txn).startNanos();
        return ended && ((inSessions && inSession) || (inRealtime && inTime));
    }

    private boolean conflicts(int other, int txn) {
        return txns.get(other).ops().stream()
                .anyMatch(op -> op instanceof Op.Append append && appendsTo(append.key(), txn));
    }

    private boolean appendsTo(long key, int txn) {
        return txns.get(txn).ops().stream().anyMatch(op -> op instanceof Op.Append append && append.key() == key);
    }

    private boolean explains(Txn txn, Map<Long, List<Integer>> snapshot) {
        Map<Long, List<Integer>> lists = new HashMap<>(snapshot);
        for (int i = 0; i < txn.ops().size(); i++) {
            boolean fits = switch (txn.ops().get(i)) {
                case Op.Append append -> {
                    lists.put(append.key(), extended(list(lists, append.key()), append.element()));
                    yield true;
                }
                case Op.Read read ->
                    !read.elements().isKnown() || read.elements().equals(elements(lists, read.key()));
                case Op.Scan scan -> finds(txn.ops(), i, scan, lists);
                case Op.OffList other -> throw new IllegalArgumentException(other + " is not on a list");
            };
            if (!fits) {
                return false;
            }
        }
        return true;
    }

    private boolean finds(List<Op> ops, int index, Op.Scan scan, Map<Long, List<Integer>> lists) {
        if (scan.matches() < 0) {
            return true;
        }
        Predicate<Long> inRange = key -> scan.key() <= key && key <= scan.to();
        List<Long> found = ops.subList(index + 1, index + 1 + scan.matches()).stream()
                .map(Op::key)
                .toList();
        if (!withPredicates) {
            return ops.subList(0, index).stream()
                    .filter(op -> op instanceof Op.Append && inRange.test(op.key()))
                    .allMatch(append -> found.contains(append.key()));
        }
        return found.equals(lists.entrySet().stream()
                .filter(list -> inRange.test(list.getKey()) && !list.getValue().isEmpty())
                .map(Map.Entry::getKey)
                .sorted()
                .toList());
    }

    private static List<Integer> list(Map<Long, List<Integer>> lists, long key) {
        return lists.getOrDefault(key, List.of());
    }

    private static List<Integer> extended(List<Integer> list, int element) {
        var longer = new ArrayList<>(list);
        longer.add(element);
        return longer;
    }

    private static Elements elements(Map<Long, List<Integer>> lists, long key) {
        return Elements.of(list(lists, key).stream().mapToInt(Integer::intValue).toArray());
    }

    /** The transactions of a sample that took effect. */
    static List<Txn> effective(Sample sample) {
        return new Facts(sample.history())
                .effective().stream().map(txn -> sample.txns().get(txn)).toList();
    }
}
