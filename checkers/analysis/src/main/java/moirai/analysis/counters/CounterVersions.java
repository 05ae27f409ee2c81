package moirai.analysis.counters;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import moirai.analysis.Anomaly;
import moirai.analysis.AnomalyLog;
import moirai.analysis.Dependency;
import moirai.analysis.columns.Groups;
import moirai.analysis.columns.StableSort;
import moirai.analysis.cycles.CycleFinder;
import moirai.analysis.graph.DependencyGraph;
import moirai.analysis.graph.ProcessOrder;
import moirai.analysis.graph.RealtimeOrder;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.Outcome;
import moirai.history.level.Phenomenon;

/**
 * Infers dependencies from the order of versions of counters that only grow, or only shrink: a read of a later value is
 * later (Kingsbury, Alvaro, "Elle" 2020, section 3). Nobody knows who wrote a version, but somebody did.
 *
 * <p>Nomenclature. The <b>installer</b> of a value is the transaction, whichever it is, that brought the counter there.
 *
 * <ol>
 *   <li>The values that committed transactions read of a key before they incremented it, in order, each with its
 *       installer as a vertex of the graph. ww: from each installer to the next. wr: from an installer to those who
 *       read its value. rw:
 *       from those who read a value to the installer of the next: the version that directly follows the read one is
 *       the installer's, or one that precedes it.
 *   <li>A path rw, ww, …, wr from one reader to another has exactly one rw, which is adjacent to none that follows. In
 *       witnesses it is one step, rr.
 *   <li>A transaction that read a value and then incremented the key comes after all others that read the same (rw):
 *       its version follows the one it read, or else it read what depends on itself, which is graver. Two such
 *       transactions lost an update: whichever version is the later, its writer did not see the earlier (Berenson et
 *       al. 1995, P4).
 *   <li>Orders of sessions and real time are added. {@link CycleFinder} finds the cycles.
 * </ol>
 *
 * <p>Sound at read committed and above, where reads are of installed versions. Linear in reads and values, after a
 * sort.
 */
final class CounterVersions {

    /** The number of transactions that read one value and incremented it to which the other readers get an edge. */
    private static final int INCREMENTERS_MAX = 2;

    private final CounterValues values;
    private final History history;
    private final AnomalyLog log;
    private final DependencyGraph.Builder graph;
    private final HistoryBuilder withInstallers;
    private final int installerCount;
    private int nextInstaller;
    private long edges;

    CounterVersions(CounterValues values, AnomalyLog log) {
        this.values = values;
        this.history = values.history();
        this.log = log;
        List<int[]> reads = readsByKey();
        this.installerCount = reads.stream().mapToInt(this::valueCount).sum();
        this.graph = new DependencyGraph.Builder(history.txnCount() + installerCount);
        this.withInstallers = new HistoryBuilder(history.header());
        this.nextInstaller = history.txnCount();
        for (int[] ofKey : reads) {
            addKey(ofKey);
        }
    }

    /** Returns the committed reads of each monotone key, in the order of their values. */
    private List<int[]> readsByKey() {
        Groups reads = Groups.of(history.opCount(), history.keyCount(), op -> isUsable(op) ? history.key(op) : -1);
        return IntStream.range(0, history.keyCount())
                .mapToObj(key -> StableSort.by(
                        op -> values.neverShrinks(key) ? history.value(op) : -history.value(op), reads.members(key)))
                .toList();
    }

    /**
     * Returns whether the read says something about other transactions; one that misses its own transaction's
     * increments does not.
     */
    private boolean isUsable(int op) {
        return values.isRead(op)
                && values.isCommitted(values.txn(op))
                && values.isMonotone(history.key(op))
                && values.isOfOthersAlone(op);
    }

    private int valueCount(int[] reads) {
        int count = 0;
        for (int i = 0; i < reads.length; i++) {
            count += i == 0 || history.value(reads[i]) != history.value(reads[i - 1]) ? 1 : 0;
        }
        return count;
    }

    private void addKey(int[] reads) {
        int from = 0;
        while (from < reads.length) {
            int to = from + 1;
            while (to < reads.length && history.value(reads[to]) == history.value(reads[from])) {
                to++;
            }
            int installer = nextInstaller++;
            for (int i = from; i < to; i++) {
                add(installer, values.txn(reads[i]), Dependency.WRITE_READ);
                if (to < reads.length) {
                    add(values.txn(reads[i]), installer + 1, Dependency.READ_WRITE);
                }
            }
            if (to < reads.length) {
                add(installer, installer + 1, Dependency.WRITE_WRITE);
            }
            addIncrementers(reads, from, to);
            from = to;
        }
    }

    private void addIncrementers(int[] reads, int from, int to) {
        var incrementers = new IntArrayList();
        for (int i = from; i < to && incrementers.size() < INCREMENTERS_MAX; i++) {
            if (incrementAfter(reads[i]) >= 0 && !containsTxn(incrementers, values.txn(reads[i]))) {
                incrementers.add(reads[i]);
            }
        }
        for (int i = from; i < to && !incrementers.isEmpty(); i++) {
            for (int j = 0; j < incrementers.size(); j++) {
                add(values.txn(reads[i]), values.txn(incrementers.getInt(j)), Dependency.READ_WRITE);
            }
            int first = incrementers.getInt(0);
            int increment = incrementAfter(reads[i]);
            if (increment >= 0 && values.txn(first) != values.txn(reads[i])) {
                log.add(new Anomaly.LostUpdate(values.txn(reads[i]), reads[i], increment, values.txn(first)));
            }
        }
    }

    private boolean containsTxn(IntArrayList reads, int txn) {
        return reads.intStream().anyMatch(read -> values.txn(read) == txn);
    }

    /**
     * Returns the transaction's first increment of the key, if the read precedes it and it changes the key in all, or
     * -1.
     */
    private int incrementAfter(int read) {
        int txn = values.txn(read);
        int key = history.key(read);
        for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
            if (history.isWrite(op) && history.key(op) == key) {
                return op > read && values.net(txn, key) != 0 ? op : -1;
            }
        }
        return -1;
    }

    private void add(int from, int to, Dependency kind) {
        if (from != to) {
            graph.add(from, to, kind);
            edges++;
        }
    }

    /** Finds the cycles; returns how many dependencies there are. */
    long findCycles() {
        int session = 0;
        var txns = new IntArrayList();
        for (int txn = 0; txn < history.txnCount(); txn++) {
            withInstallers.end(
                    history.session(txn), history.outcome(txn), history.startNanos(txn), history.endNanos(txn));
            session = Math.max(session, history.session(txn));
            if (values.isCommitted(txn)) {
                txns.add(txn);
            }
        }
        for (int i = 0; i < installerCount; i++) {
            // Nothing precedes it in real time, and it precedes nothing: nobody knows which transaction it is.
            withInstallers.end(session + 1, new Outcome.Indeterminate(""), Long.MIN_VALUE, Long.MIN_VALUE);
        }
        History extended = withInstallers.build();
        edges += ProcessOrder.addTo(graph, extended, txns);
        int vertices = RealtimeOrder.addTo(graph, extended, txns);
        Map<Phenomenon, String> doubts =
                CycleFinder.find(graph.build(vertices), extended, cycle -> log.add(contracted(cycle)));
        doubts.forEach(log::doubt);
        return edges;
    }

    /** Returns the cycle with each path through installers as one step. */
    private Anomaly.Cycle contracted(Anomaly.Cycle cycle) {
        int count = cycle.txns().size();
        int start = 0;
        while (isInstaller(cycle.txns().get(start))) {
            start++;
        }
        var txns = new ArrayList<Integer>();
        var dependencies = new ArrayList<Dependency>();
        for (int i = 0; i < count; i++) {
            int at = (start + i) % count;
            if (isInstaller(cycle.txns().get(at))) {
                dependencies.set(dependencies.size() - 1, Dependency.READ_READ);
            } else {
                txns.add(cycle.txns().get(at));
                dependencies.add(cycle.dependencies().get(at));
            }
        }
        return new Anomaly.Cycle(cycle.phenomenon(), txns, dependencies);
    }

    private boolean isInstaller(int vertex) {
        return vertex >= history.txnCount();
    }
}
