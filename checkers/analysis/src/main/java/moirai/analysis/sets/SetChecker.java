package moirai.analysis.sets;

import java.util.BitSet;
import java.util.List;
import moirai.analysis.AnomalyLog;
import moirai.analysis.Checker;
import moirai.analysis.Findings;
import moirai.analysis.cycles.CycleFinder;
import moirai.history.History;
import moirai.history.level.Phenomenon;

/**
 * Judges histories of transactions that add unique elements to sets and read whole sets.
 *
 * <p>Source: Kingsbury, Alvaro, "Elle" (2020), section 3, which infers some dependencies from sets. Here all of them
 * are known, by this choice of objects: <b>each possible element of a set is an object</b>, absent at first and there
 * once its only adder has added it, and a read of the set reads them all, as items. Its versions are in a known order
 * then, because there is one write: who returns the element read from its adder (wr), who misses it comes before the
 * adder (rw), and ww dependencies there are none, since adds commute. It is the weakest choice: databases keep a set as
 * rows, one for each element. (Were the set one object, to see half of what a transaction added to it would be G1b, and
 * two reads of which neither contains the other would break read committed; here they are read skew and long fork.)
 *
 * <p>What is proven. Sound: each anomaly is in every interpretation of the history. Complete too, where all elements
 * can be attributed: a total order of the effective transactions explains all reads exactly if it contains all wr and
 * rw, because a read returns exactly the adds before it. Such an order exists exactly if the graph has no cycle, and it
 * may contain the orders of sessions and of real time exactly if there is none with those. So acyclic means strictly
 * serializable. For snapshot isolation, where every version order is known, the absence of its cycles is a proof as
 * well (Cerone, Gotsman 2018, theorem 4.1), and the levels that Adya defines by cycles are what he says. Indeterminate
 * adds that nobody saw may be taken not to have happened. Levels between, such as read atomic and causal, follow when a
 * stronger one holds, and are left to axioms if not.
 *
 * <ol>
 *   <li>{@link SetInference}: who added what, and which transactions took effect.
 *   <li>{@link ElementChecks}: what single reads prove.
 *   <li>{@link SetSuspects}: who is in a cycle at all. In most histories nobody.
 *   <li>{@link SetDependencies}: the dependencies between those; {@link CycleFinder}: what their cycles prove.
 * </ol>
 */
public final class SetChecker implements Checker {

    /**
     * The number of pairs of a read and an element that are looked at in cycles; of larger components only a part is.
     */
    private static final long PAIRS_MAX = 20_000_000;

    /** Creates a checker without state, which any number of threads may share. */
    public SetChecker() {}

    /** @throws IllegalArgumentException if the keys do not hold sets */
    @Override
    public Findings analyze(History history) {
        var log = new AnomalyLog(history);
        var inference = new SetInference(history);
        new ElementChecks(inference, log).check();
        inference.ambiguity().ifPresent(reason -> {
            for (Phenomenon phenomenon : Phenomenon.values()) {
                log.doubt(phenomenon, reason);
            }
        });
        List<int[]> components = SetSuspects.components(inference);
        if (!components.isEmpty()) {
            findCycles(inference, components, log);
        }
        if (!history.isTimed()) {
            log.doubtRealtime();
        }
        return log.findings(inference.effectiveList().size(), pairs(inference), CycleFinder.EXAMINED);
    }

    private static void findCycles(SetInference inference, List<int[]> components, AnomalyLog log) {
        var suspects = new BitSet(inference.history().txnCount());
        int count = 0;
        long pairsLeft = PAIRS_MAX;
        for (int[] component : components) {
            count += component.length;
            for (int i = 0; i < component.length && pairsLeft > 0; i++) {
                suspects.set(component[i]);
                pairsLeft -= pairs(inference, component[i]);
            }
        }
        if (suspects.cardinality() < count) {
            doubtCycles(
                    log,
                    "of " + count + " transactions that depend on each other in circles, only " + suspects.cardinality()
                            + " were searched");
        }
        var graph = new SetDependencies(inference, suspects).infer();
        CycleFinder.find(graph, inference.history(), log::add).forEach(log::doubt);
    }

    /** Returns the number of pairs of a read of the transaction and an element of its key. */
    private static long pairs(SetInference inference, int txn) {
        History history = inference.history();
        long pairs = 0;
        for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
            pairs += inference.isRead(op) ? inference.addCount(history.key(op)) : 0;
        }
        return pairs;
    }

    private static void doubtCycles(AnomalyLog log, String reason) {
        for (Phenomenon phenomenon : Phenomenon.values()) {
            if (phenomenon.label().startsWith("G1c") || phenomenon.label().contains("G-") || isSkew(phenomenon)) {
                log.doubt(phenomenon, reason);
            }
        }
    }

    private static boolean isSkew(Phenomenon phenomenon) {
        return phenomenon.label().startsWith("G2");
    }

    /** Returns the number of dependencies between a read and an element. O(ops). */
    private static long pairs(SetInference inference) {
        long pairs = 0;
        for (int txn = 0; txn < inference.history().txnCount(); txn++) {
            pairs += inference.isEffective(txn) ? pairs(inference, txn) : 0;
        }
        return pairs;
    }
}
