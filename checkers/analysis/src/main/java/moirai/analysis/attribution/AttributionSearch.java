package moirai.analysis.attribution;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import moirai.analysis.Anomaly;
import moirai.analysis.Attribution;
import moirai.analysis.Attributions;
import moirai.analysis.axioms.Axiom;
import moirai.analysis.axioms.AxiomaticLevel;
import moirai.analysis.axioms.BaseOrder;
import moirai.analysis.axioms.Decision;
import moirai.analysis.axioms.KeyValueHistory;
import moirai.analysis.axioms.StepBudget;
import moirai.analysis.axioms.StepMeter;
import moirai.analysis.axioms.proof.Minimizer;
import moirai.analysis.axioms.proof.Proof;
import moirai.analysis.axioms.proof.Prover;
import moirai.analysis.axioms.proof.Refutation;
import moirai.analysis.axioms.proof.Witness;
import moirai.analysis.axioms.search.SearchDecider;
import moirai.analysis.keyvalue.AttributedReads;
import moirai.analysis.keyvalue.RepeatedValues;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;

/**
 * Decides levels of a history of registers in which several transactions wrote one value to a key.
 *
 * <p>Once each open read is attributed to a writer, the history is one of unique values, which other deciders judge. It
 * keeps to a level if it does so under some attribution, which is a witness. That is how VeriStrong (Cai et al., "Fast
 * Verification of Strong Database Isolation", 2025) defines levels of general histories.
 *
 * <p>Where real time counts, each key is looked at first by itself ({@link Linearization}): that gives the writers, or
 * shows that there are none. Otherwise:
 *
 * <ol>
 *   <li>Try the last writer before each reader, in the order of the ends of transactions or of the recording.
 *   <li>If that is refuted, decide the history without its open reads. What it violates, it violates whatever they
 *       returned. Otherwise a serial order of it is a better guess, if there is one, and a {@link ValueSchedule} that
 *       sets out from it a better one still: try the last writers in that.
 *   <li>Look for conflicts in {@link Windows} of that order.
 *   <li>Try the choices that rank first among those without a known conflict. If they are refuted, learn the conflict:
 *       the choices among the transactions that contradict each other, as few as decisions about those alone can tell.
 *   <li>Go on until an attribution holds, or clauses show that each contains a conflict, or the budget ends.
 * </ol>
 *
 * <p>Conflicts of a level are conflicts of each stronger one, so they are kept. Cost: a decision about the whole
 * history for each conflict, and as many as conflicts are; mostly one where a store kept to the level.
 */
public final class AttributionSearch {

    /** The divisor of the budget for the search of a serial order of what is not open. */
    private static final int GUIDE_SHARE = 20;

    /**
     * The number of transactions up to which a proof is looked for that is told sentence by sentence, although it is
     * known that a key is not linearizable.
     */
    private static final int EXPLAINED_MAX = 200;

    private final RepeatedValues values;
    private final KeyValueHistory base;
    private final boolean isComplete;
    private final Map<IsolationLevel, List<Conflict>> learned = new EnumMap<>(IsolationLevel.class);
    private final Map<IsolationLevel, List<Conflict>> proofs = new EnumMap<>(IsolationLevel.class);
    private final Map<IsolationLevel, Linearization.Stuck> stuck = new EnumMap<>(IsolationLevel.class);
    private final Map<Phenomenon, String> doubts = new EnumMap<>(Phenomenon.class);
    /** The attribution that was found to hold last. */
    private Optional<int[]> held = Optional.empty();

    /** The linearizability of each key, once it is known. */
    private Optional<Linearization> linearization = Optional.empty();

    private Optional<Guide> guide = Optional.empty();

    /**
     * Prepares a search.
     *
     * @param isComplete whether all writes are recorded; if not, no attribution is known to be the last
     */
    public AttributionSearch(RepeatedValues values, boolean isComplete) {
        this.values = values;
        this.isComplete = isComplete;
        this.base = values.base().history();
    }

    /**
     * Decides whether the history keeps to a level under some attribution.
     *
     * @return if it is impossible, suspects in the {@linkplain RepeatedValues#base base}; none if it is not because of
     *     them alone: {@link #refute} then tells why
     */
    public Decision decide(IsolationLevel level, AxiomaticLevel axioms, StepBudget budget) {
        var meter = new StepMeter(budget);
        var trials = new Trials(values, level, axioms, meter);
        if (!isOfMoments(axioms)) {
            return decide(level, axioms, trials, meter, budget);
        }
        Linearization keys = linearization.orElseGet(() -> Linearization.of(values, meter));
        if (keys.isConclusive()) {
            linearization = Optional.of(keys);
        }
        if (keys.writers().isPresent() && attempt(keys.writers().get(), level, trials) instanceof Trial.Held found) {
            return found.order();
        }
        boolean isBroken = isComplete && keys.stuck().isPresent();
        if (!isBroken || base.txnCount() <= EXPLAINED_MAX) {
            Decision decision = decide(level, axioms, trials, meter, budget);
            if (isBroken && decision instanceof Decision.Ordered) {
                throw new IllegalStateException("transactions "
                        + keys.stuck().orElseThrow().txns() + " of one key have no order, and all have one");
            }
            if (!isBroken || decision instanceof Decision.Impossible) {
                return decision;
            }
        }
        stuck.put(level, keys.stuck().orElseThrow());
        return new Decision.Impossible(List.of());
    }

    /** Returns whether each transaction uses a key at one moment of its interval. */
    private boolean isOfMoments(AxiomaticLevel axioms) {
        return base.isTimed()
                && axioms.order() == BaseOrder.REALTIME
                && (axioms.axiom() == Axiom.SERIAL || axioms.axiom() == Axiom.SNAPSHOT);
    }

    private Decision decide(
            IsolationLevel level, AxiomaticLevel axioms, Trials trials, StepMeter meter, StepBudget budget) {
        int[] first = held.orElseGet(() -> new Guess(values, Guide.asRecorded(values, base)).writers());
        Trial ofFirst = attempt(first, level, trials);
        if (ofFirst instanceof Trial.Held held) {
            return held.order();
        }
        Decision ofBase = trials.decide(axioms, base);
        return switch (ofBase) {
            case Decision.Ordered ordered -> {
                Guide by = guide(axioms, ordered, budget);
                var guess = new Guess(values, by);
                yield attempt(guess.writers(), level, trials) instanceof Trial.Held held
                        ? held.order()
                        : search(level, trials, by, guess, meter, budget);
            }
            case Decision.Impossible impossible -> impossible;
            case Decision.Undecided undecided -> exhausted(1, budget);
        };
    }

    /** Tries an attribution. If it holds, it is kept; if not, what it contradicts is. */
    private Trial attempt(int[] writers, IsolationLevel level, Trials trials) {
        Trial trial = trials.of(writers);
        switch (trial) {
            case Trial.Held found -> {
                held = Optional.of(writers);
                found.reads().reads().doubtful().forEach(doubts::putIfAbsent);
            }
            case Trial.Refuted(Conflict conflict) ->
                learned.computeIfAbsent(level, none -> new ArrayList<>()).add(conflict);
            case Trial.Unknown unknown -> {}
        }
        return trial;
    }

    private Decision search(
            IsolationLevel level, Trials trials, Guide by, Guess guess, StepMeter meter, StepBudget budget) {
        var choices = new Choices(guess, meter);
        learned.forEach((weaker, conflicts) -> {
            if (level.implies(weaker)) {
                conflicts.forEach(choices::add);
            }
        });
        new Windows(values, by, trials)
                .addConflicts(choices, learned.computeIfAbsent(level, none -> new ArrayList<>()));
        int tried = 0;
        while (true) {
            switch (choices.solve()) {
                case CONTRADICTION -> {
                    if (!isComplete) {
                        return new Decision.Undecided("reads of repeated values contradict each other, whichever of the"
                                + " recorded writes they returned; but writes may be among the records that are lost");
                    }
                    proofs.put(level, choices.contradiction());
                    return new Decision.Impossible(List.of());
                }
                case EXHAUSTED -> {
                    return exhausted(tried, budget);
                }
                case MODEL -> {}
            }
            int[] writers = choices.writers();
            tried++;
            switch (attempt(writers, level, trials)) {
                case Trial.Held held -> {
                    return held.order();
                }
                case Trial.Unknown(String reason) -> {
                    return exhausted(tried, budget);
                }
                case Trial.Refuted(Conflict conflict) -> choices.add(conflict);
            }
            if (meter.isExhausted()) {
                return exhausted(tried, budget);
            }
        }
    }

    private Decision exhausted(int tried, StepBudget budget) {
        return new Decision.Undecided("several transactions wrote the values that " + values.count()
                + " reads returned, and the search over which of them each read from used up its budget of "
                + budget.steps() + " steps after " + tried + (tried == 1 ? " way" : " ways")
                + " to attribute the reads; --max-steps allows more");
    }

    /** Returns a guess at the order of commits; a serial one of all that is not open, if it is soon found. */
    private Guide guide(AxiomaticLevel axioms, Decision.Ordered ordered, StepBudget budget) {
        if (guide.isEmpty()) {
            BaseOrder order = axioms.order() == BaseOrder.REALTIME ? BaseOrder.REALTIME : BaseOrder.SESSION;
            var serial = new AxiomaticLevel(Axiom.SERIAL, order);
            var share = new StepBudget(1 + budget.steps() / GUIDE_SHARE);
            Guide first;
            if (axioms.equals(serial)) {
                first = Guide.of(values, base, ordered.order());
            } else if (new SearchDecider(serial, share).decideWithoutReduction(base)
                    instanceof Decision.Ordered found) {
                first = Guide.of(values, base, found.order());
            } else if (!axioms.axiom().isSaturable()) {
                first = Guide.of(values, base, ordered.order());
            } else {
                first = base.isTimed() ? Guide.asRecorded(values, base) : Guide.atSamePace(values, base);
            }
            guide = Optional.of(ValueSchedule.of(values, base, first, share));
        }
        return guide.orElseThrow();
    }

    /** Returns what is in doubt under the attributions that were found to hold. */
    public Map<Phenomenon, String> doubts() {
        return Map.copyOf(doubts);
    }

    /** Returns whether a level was found to be broken by the open reads, and not by what is not open alone. */
    public boolean isRefuted(IsolationLevel level) {
        return proofs.containsKey(level) || stuck.containsKey(level);
    }

    /** Explains, by the refutation of one attribution, why the history keeps to the level under none. */
    public Anomaly refute(IsolationLevel level, AxiomaticLevel axioms, Phenomenon violation) {
        Optional<Linearization.Stuck> ofKey = Optional.ofNullable(stuck.get(level));
        if (ofKey.isPresent()) {
            // Those of unknown outcome whose writes may have been read are no transactions of the base.
            var involved = new Attributions(List.of(), 0, ofKey.get().txns());
            return new Anomaly.NoCommitOrder(violation, ofOneKey(ofKey.get(), axioms), involved);
        }
        List<Conflict> conflicts = proofs.getOrDefault(level, List.of());
        Conflict shown = conflicts.stream()
                .min(Comparator.comparing(Conflict::isOfOneRead).thenComparingInt(Conflict::size))
                .orElseThrow();
        AttributedReads reads = under(shown);
        if (shown.isOfOneRead()) {
            boolean isCertain = conflicts.size() == 1
                    && shown.choices().stream()
                            .allMatch(choice -> values.candidates(choice.open()).size() == 1);
            return isCertain
                    ? Trials.ofRead(level, reads, values.base()).orElseThrow()
                    : new Anomaly.NoCommitOrder(violation, unshown(shown, axioms), attributions(shown, conflicts));
        }
        KeyValueHistory history = reads.history();
        List<Integer> suspects = shown.suspects().stream().map(history::indexOf).toList();
        var witness = new Minimizer(Trials.ofParts(axioms)).minimize(history, suspects);
        return new Anomaly.NoCommitOrder(violation, new Prover(axioms).prove(witness), attributions(shown, conflicts));
    }

    private Refutation ofOneKey(Linearization.Stuck found, AxiomaticLevel axioms) {
        BitSet txns = Linearization.among(base, found.txns());
        var witness = new Witness(base.restrictedTo(txns), txns.stream().boxed().toList(), found.isMinimal());
        return new Refutation(
                axioms,
                witness,
                new Proof.Exhaustive(
                        found.isFromStart() ? "" : ", whatever the key held before the first of them ended"));
    }

    private AttributedReads under(Conflict shown) {
        int[] writers = new int[values.count()];
        Arrays.fill(writers, RepeatedValues.NONE);
        shown.choices().forEach(choice -> writers[choice.open()] = choice.writer());
        return values.under(writers);
    }

    /** Returns what is left to say if each way to attribute the reads makes one count that itself read the wrong. */
    private Refutation unshown(Conflict conflict, AxiomaticLevel axioms) {
        var readers = new BitSet();
        conflict.choices().forEach(choice -> {
            int reader = base.indexOf(values.reader(choice.open()));
            if (reader >= 0) {
                readers.set(reader);
            }
        });
        var witness =
                new Witness(base.restrictedTo(readers), readers.stream().boxed().toList(), false);
        return new Refutation(
                axioms,
                witness,
                new Proof.Missing("whoever wrote what was read had itself read what this level does not allow"));
    }

    private Attributions attributions(Conflict shown, List<Conflict> conflicts) {
        var txns = new TreeSet<Integer>();
        for (Conflict conflict : conflicts) {
            txns.addAll(conflict.suspects());
            conflict.choices().forEach(choice -> {
                txns.add(values.reader(choice.open()));
                txns.addAll(values.candidates(choice.open()));
            });
        }
        List<Attribution> supposed = shown.choices().stream()
                .map(choice -> new Attribution(
                        values.reader(choice.open()),
                        values.readOp(choice.open()),
                        choice.writer(),
                        values.candidates(choice.open())))
                .sorted(Comparator.comparingInt(Attribution::readOp))
                .toList();
        return new Attributions(supposed, conflicts.size(), List.copyOf(txns));
    }
}
