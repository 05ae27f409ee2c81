package moirai.analysis.registers;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import moirai.analysis.Anomaly;
import moirai.analysis.AnomalyLog;
import moirai.analysis.Findings;
import moirai.analysis.axioms.KeyValueHistory;
import moirai.analysis.cycles.CycleFinder;
import moirai.analysis.cycles.Shape;
import moirai.analysis.cycles.Strength;
import moirai.analysis.graph.DependencyGraph;
import moirai.analysis.graph.StronglyConnected;
import moirai.history.History;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;

/**
 * Finds cycles of dependencies in histories of registers, whose reads show who wrote what, but not in which order.
 *
 * <p>Source: Kingsbury, Alvaro, "Elle" (VLDB 2020), sections 5 to 7.4.
 *
 * <ol>
 *   <li>Reads of unique values say who read from whom (recoverability); the reduced history has them, and has left out
 *       reads of values that two transactions may have written.
 *   <li>Orders between versions of a key: the initial version is the first; {@link DirectRules} about one transaction,
 *       sessions and real time; {@link TxnRules} about dependencies between transactions, to a fixed point.
 *   <li>{@link CyclicKeys}: keys on which the rules about the key alone contradict each other are set aside.
 *   <li>{@link SerializationGraph} and {@link CycleFinder}: cycles; {@link LostUpdates}: those on one key of which the
 *       direction is not known, but does not matter.
 * </ol>
 *
 * <p><b>What a rule may be used for.</b> Only the first rule is true of every interpretation: Adya lets versions be in
 * any order, so that even "who read 1 and then wrote 2 has put 2 after 1" may fail, at the price of a G1c. Therefore an
 * inference is made for a {@link ExcludedCycles}, the gravest class of cycles that it can prove: it uses those rules
 * whose failure would be a cycle of that class or of a graver one, and every cycle that it finds is reported as of that
 * class at least. (Where an interpretation has no such cycle, all that was inferred is true of it, so it has the cycle:
 * a contradiction.) Inferences are made from the gravest class to the least, and stop where nothing new can be proven.
 * So orders of sessions and of real time are used without any assumption for cycles of which the class has these
 * orders: a level that forbids them demands as much of each key. {@link Assumption}s make rules true of every
 * interpretation that satisfies them; what is found is then relative to the assumption.
 *
 * <p><b>Interpretations</b> are all total orders of versions, and all choices of which transactions of unknown outcome
 * took effect, that have no aborted and no intermediate reads, as in theorem 1 of the paper: one of which a value was
 * read took effect.
 *
 * <p><b>Incomplete:</b> where no cycle is found, there may be one in every interpretation nevertheless, so nothing is
 * ever said to hold. The search for orders of commits decides that.
 *
 * <p>One inference over the whole history if there are no cycles at all, at most twelve if there are; each linear in
 * ops and inferred orders, of which there is a bounded number per op.
 */
public final class RegisterCycles {

    private static final List<Shape> SHAPES = List.of(Shape.G0, Shape.G1C, Shape.G_SINGLE, Shape.G2_ITEM);

    private final History recorded;
    private final KeyValueHistory history;
    private final Versions versions;
    private final Set<Assumption> assumptions;
    private final AnomalyLog log;
    private final Set<Phenomenon> proven = EnumSet.noneOf(Phenomenon.class);

    private RegisterCycles(History recorded, KeyValueHistory history, Set<Assumption> assumptions) {
        this.recorded = recorded;
        this.history = history;
        this.versions = new Versions(recorded, history);
        this.assumptions = assumptions;
        this.log = new AnomalyLog(recorded);
    }

    /**
     * Finds what cycles of dependencies prove. No level is examined by that: other cycles may be there.
     *
     * @param recorded of registers
     * @param history the same, reduced to who read from whom
     */
    public static Findings find(History recorded, KeyValueHistory history, Set<Assumption> assumptions) {
        return new RegisterCycles(recorded, history, assumptions).find();
    }

    private Findings find() {
        new LostUpdates(recorded, history, versions).find(log::add);
        BitSet aside = setAside();
        // The last target allows every rule: if nothing is wrong there, nothing is wrong anywhere.
        if (new Inference(new ExcludedCycles(Shape.G2_ITEM, Strength.REALTIME, assumptions), aside).hasCycles()) {
            targets().forEach(target -> search(target, aside));
        }
        return log.findings(history.txnCount(), history.readCount(), Map.of());
    }

    /** Returns the keys that contradict themselves by the rules about each key alone. */
    private BitSet setAside() {
        var orders = new Orders(versions.count());
        new DirectRules(recorded, history, versions, new ExcludedCycles(Shape.G1C, Strength.PLAIN, assumptions), orders)
                .apply();
        var grounds = new Grounds(history, versions, orders, new BitSet());
        return new CyclicKeys(versions, orders)
                .find(circle -> log.add(new Anomaly.CyclicVersions(grounds.circle(circle))));
    }

    private List<ExcludedCycles> targets() {
        var targets = new ArrayList<ExcludedCycles>();
        for (Strength strength : Strength.values()) {
            for (Shape shape : SHAPES) {
                // Without an assumption some order of the versions has no cycle of ww edges and any other order.
                if (shape != Shape.G0 || !assumptions.isEmpty()) {
                    targets.add(new ExcludedCycles(shape, strength, assumptions));
                }
            }
        }
        return targets;
    }

    private void search(ExcludedCycles target, BitSet aside) {
        Set<Phenomenon> before = Phenomenon.closure(proven);
        boolean isUseful = IsolationLevel.unbrokenBy(before).stream()
                .anyMatch(level -> level.forbidden().contains(target.phenomenon()));
        if (isUseful) {
            new Inference(target, aside).report(before);
        }
    }

    /** The inference for one target. */
    private final class Inference {

        private final ExcludedCycles target;
        private final Grounds grounds;
        private final DependencyGraph graph;

        Inference(ExcludedCycles target, BitSet aside) {
            var orders = new Orders(versions.count());
            this.target = target;
            this.grounds = new Grounds(history, versions, orders, aside);
            new DirectRules(recorded, history, versions, target, orders).apply();
            new TxnRules(history, versions, target, orders, aside).apply();
            this.graph = new SerializationGraph(recorded, history, versions).of(orders, aside);
        }

        boolean hasCycles() {
            return !StronglyConnected.components(graph.masked(Shape.G2.mask(Strength.REALTIME)))
                    .isEmpty();
        }

        void report(Set<Phenomenon> before) {
            CycleFinder.find(graph, recorded, cycle -> {
                        Phenomenon phenomenon = target.proven(cycle.phenomenon());
                        if (!before.contains(phenomenon)) {
                            proven.add(phenomenon);
                            log.add(new Anomaly.Cycle(
                                    phenomenon,
                                    cycle.txns(),
                                    cycle.dependencies(),
                                    grounds.of(cycle.txns(), cycle.dependencies())));
                        }
                    })
                    .forEach((phenomenon, reason) -> log.doubt(target.proven(phenomenon), reason));
        }
    }
}
