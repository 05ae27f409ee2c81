package moirai.directed.proof;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import moirai.directed.encoding.Bounds;
import moirai.directed.program.Program;
import moirai.directed.program.Statement;
import moirai.directed.program.TxnType;
import moirai.directed.search.Anomaly;
import moirai.directed.search.AnomalySearch;
import moirai.directed.search.Levels;
import moirai.directed.search.SearchCache;
import moirai.directed.search.Showing;

/** The search for the rows to lock. */
final class LockSearch {

    private final Program program;
    private final Levels levels;
    private final Bounds bounds;
    private final List<Anomaly> anomalies;
    private final SearchCache cache = new SearchCache();

    LockSearch(Program program, Levels levels, Bounds bounds, List<Anomaly> anomalies) {
        this.program = program;
        this.levels = levels;
        this.bounds = bounds;
        this.anomalies = anomalies;
    }

    LockRepair repair() {
        List<LockRepair.Lock> kept = new ArrayList<>(candidates());
        Set<String> left = left(kept);
        for (boolean isUsed : new boolean[] {false, true}) {
            for (LockRepair.Lock lock : List.copyOf(kept).reversed()) {
                List<LockRepair.Lock> fewer = without(kept, lock);
                if (lock.isWrittenLater(program) == isUsed && left.containsAll(left(fewer))) {
                    kept = fewer;
                }
            }
        }
        var locks = new ArrayList<LockRepair.Lock>();
        for (LockRepair.Lock lock : kept) {
            Set<String> back = left(without(kept, lock));
            back.removeAll(left);
            locks.add(new LockRepair.Lock(lock.txn(), lock.select(), among(back)));
        }
        return new LockRepair(locks, among(left), locking(kept));
    }

    private List<LockRepair.Lock> candidates() {
        Set<String> txns = anomalies.stream()
                .flatMap(anomaly -> anomaly.hops().stream())
                .map(Anomaly.Hop::txn)
                .collect(Collectors.toSet());
        var found = new ArrayList<LockRepair.Lock>();
        program.txns().stream()
                .filter(txn -> txns.contains(txn.name()))
                .forEach(txn -> txn.steps().forEach(step -> {
                    if (step instanceof Statement.Select select
                            && !select.locks()
                            && select.where().pins(program.table(select.table()).key())) {
                        found.add(new LockRepair.Lock(txn.name(), select, List.of()));
                    }
                }));
        return found;
    }

    private static List<LockRepair.Lock> without(List<LockRepair.Lock> locks, LockRepair.Lock one) {
        return locks.stream().filter(lock -> !lock.equals(one)).toList();
    }

    /** Returns which of the anomalies remain with these locks, by their keys. */
    private Set<String> left(List<LockRepair.Lock> locks) {
        return new AnomalySearch(locking(locks), levels, bounds)
                .showing(Showing.ANY).remembering(cache).find().anomalies().stream()
                        .map(Anomaly::key)
                        .collect(Collectors.toCollection(HashSet::new));
    }

    private List<Anomaly> among(Set<String> keys) {
        return anomalies.stream()
                .filter(anomaly -> keys.contains(anomaly.key()))
                .toList();
    }

    private Program locking(List<LockRepair.Lock> locks) {
        return program.with(
                program.tables(),
                program.txns().stream().map(txn -> locking(txn, locks)).toList());
    }

    private static TxnType locking(TxnType txn, List<LockRepair.Lock> locks) {
        return txn.locking(locks.stream()
                .filter(lock -> lock.txn().equals(txn.name()))
                .map(lock -> lock.select().label())
                .toList());
    }
}
