package moirai.analysis.attribution;

import it.unimi.dsi.fastutil.ints.IntAVLTreeSet;
import it.unimi.dsi.fastutil.ints.IntSortedSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import moirai.analysis.Anomaly;
import moirai.analysis.axioms.Axiom;
import moirai.analysis.axioms.AxiomaticLevel;
import moirai.analysis.axioms.BaseOrder;
import moirai.analysis.axioms.Decider;
import moirai.analysis.axioms.Decision;
import moirai.analysis.axioms.KeyValueHistory;
import moirai.analysis.axioms.StepBudget;
import moirai.analysis.axioms.StepMeter;
import moirai.analysis.axioms.saturation.SaturationDecider;
import moirai.analysis.axioms.search.SearchDecider;
import moirai.analysis.keyvalue.AttributedReads;
import moirai.analysis.keyvalue.RepeatedValues;
import moirai.analysis.reduction.DeltaDebugging;
import moirai.history.level.IsolationLevel;

/**
 * Decides a level under one attribution after the other. Where a level needs a search, the strongest weaker one that
 * needs none comes first: most wrong choices break that one.
 */
final class Trials {

    /** The steps for the decision about a part of a history. */
    private static final StepBudget PER_PART = new StepBudget(2_000_000);

    /** The steps of saturation for each transaction, read and write. */
    private static final int STEPS_PER_OP = 8;

    private final RepeatedValues values;
    private final IsolationLevel level;
    private final AxiomaticLevel axioms;
    private final StepMeter meter;

    Trials(RepeatedValues values, IsolationLevel level, AxiomaticLevel axioms, StepMeter meter) {
        this.values = values;
        this.level = level;
        this.axioms = axioms;
        this.meter = meter;
    }

    /** Decides the whole history under these choices. */
    Trial of(int... writers) {
        AttributedReads reads = values.under(writers);
        Optional<Conflict> ofRead = ofRead(level, reads, values.base())
                .map(anomaly -> unproven(anomaly, reads, values.base()))
                .map(txn -> new Conflict(List.copyOf(proof(txn, reads)), List.of()));
        if (ofRead.isPresent()) {
            return new Trial.Refuted(ofRead.get());
        }
        for (AxiomaticLevel stage : stages(axioms)) {
            switch (decide(stage, reads.history())) {
                case Decision.Ordered ordered -> {
                    if (stage.equals(axioms)) {
                        return new Trial.Held(reads, ordered);
                    }
                }
                case Decision.Impossible(List<Integer> suspects) -> {
                    return new Trial.Refuted(conflict(stage, reads.history(), suspects, txn -> proof(txn, reads)));
                }
                case Decision.Undecided(String reason) -> {
                    if (stage.equals(axioms)) {
                        return new Trial.Unknown(reason);
                    }
                }
            }
        }
        throw new IllegalStateException("no stage decides " + axioms);
    }

    /** Returns what a read contradicts at the level, of a transaction that took effect by attributions alone. */
    static Optional<Anomaly> ofRead(IsolationLevel level, AttributedReads reads, AttributedReads base) {
        return reads.reads().anomalies().stream()
                .filter(anomaly -> anomaly.proves().stream().anyMatch(level.forbidden()::contains))
                .filter(anomaly -> unproven(anomaly, reads, base) >= 0)
                .findFirst();
    }

    /** Returns a transaction of the anomaly that took effect by attributions alone, or -1. */
    private static int unproven(Anomaly anomaly, AttributedReads reads, AttributedReads base) {
        return anomaly.txns().stream()
                .filter(txn -> reads.provenBy(txn) != AttributedReads.NONE
                        && base.history().indexOf(txn) < 0)
                .findFirst()
                .orElse(-1);
    }

    /** Returns a conflict among transactions of the base, whose open reads were attributed, if one is found. */
    Optional<Conflict> inPart(KeyValueHistory part) {
        for (AxiomaticLevel stage : stages(axioms)) {
            meter.spend(STEPS_PER_OP * ((long) part.txnCount() + part.readCount() + part.writeCount()));
            if (ofParts(stage).decide(part) instanceof Decision.Impossible(List<Integer> suspects)) {
                return Optional.of(conflict(stage, part, suspects, txn -> Set.of()));
            }
        }
        return Optional.empty();
    }

    /** Decides a history within what is left of the budget. */
    Decision decide(AxiomaticLevel stage, KeyValueHistory history) {
        if (stage.axiom().isSaturable()) {
            meter.spend(STEPS_PER_OP * ((long) history.txnCount() + history.readCount() + history.writeCount()));
            return new SaturationDecider(stage).decide(history);
        }
        return new SearchDecider(stage, new StepBudget(Math.max(1, meter.left()))).decide(history, meter);
    }

    /** Returns the level, after a weaker one that saturation decides if the level itself needs a search. */
    private static List<AxiomaticLevel> stages(AxiomaticLevel axioms) {
        if (axioms.axiom().isSaturable()) {
            return List.of(axioms);
        }
        Axiom weaker = switch (axioms.axiom()) {
            case CURSOR -> Axiom.NONE;
            case UPDATE_ATOMIC -> Axiom.READ_ATOMIC;
            case PREFIX, PARALLEL_SNAPSHOT, SNAPSHOT, SERIAL ->
                axioms.order() == BaseOrder.NONE ? Axiom.READ_ATOMIC : Axiom.CAUSAL;
            case NONE,
                    READ_YOUR_WRITES,
                    MONOTONIC_READS,
                    MONOTONIC_WRITES,
                    WRITES_FOLLOW_READS,
                    READ_COMMITTED,
                    READ_ATOMIC,
                    PRAM,
                    CAUSAL -> throw new IllegalStateException(axioms.toString());
        };
        return List.of(new AxiomaticLevel(weaker, axioms.order()), axioms);
    }

    /** Returns a decider for parts of the history. */
    static Decider ofParts(AxiomaticLevel stage) {
        return stage.axiom().isSaturable()
                ? new SaturationDecider(stage)
                : new SearchDecider(stage, PER_PART)::decideWithoutReduction;
    }

    /** Returns the choices that show that a transaction of unknown outcome took effect. */
    private Set<Conflict.Choice> proof(int txn, AttributedReads reads) {
        var choices = new LinkedHashSet<Conflict.Choice>();
        int proven = txn;
        for (int op = reads.provenBy(proven); op != AttributedReads.NONE; op = reads.provenBy(proven)) {
            int open = values.open(op);
            if (open >= 0) {
                choices.add(new Conflict.Choice(open, proven));
            }
            proven = values.txn(op);
        }
        return choices;
    }

    /** Returns what the suspects' contradiction rests on, as few choices as some decisions about them can tell. */
    private Conflict conflict(
            AxiomaticLevel stage,
            KeyValueHistory history,
            List<Integer> suspects,
            IntFunction<Set<Conflict.Choice>> proof) {
        var chosen = new BitSet();
        suspects.forEach(chosen::set);
        var needed = new LinkedHashSet<Conflict.Choice>();
        var among = new ArrayList<Integer>();
        for (int txn : suspects) {
            needed.addAll(proof.apply(history.recordedTxn(txn)));
            for (int read = history.firstRead(txn); read < history.endRead(txn); read++) {
                int source = history.readSource(read);
                if (values.open(history.recordedRead(read)) >= 0 && chosen.get(source)) {
                    among.add(read);
                }
            }
        }
        Decider decider = ofParts(stage);
        KeyValueHistory dense = withDenseKeys(history, chosen);
        long size = (long) dense.txnCount() + dense.readCount() + dense.writeCount();
        List<Integer> kept = DeltaDebugging.reduce(
                among,
                (rest, single) -> {
                    meter.spend(STEPS_PER_OP * size);
                    return decider.decide(without(dense, history, among, rest)) instanceof Decision.Impossible
                            ? Optional.of(rest)
                            : Optional.empty();
                },
                meter::isExhausted);
        for (int read : kept) {
            needed.add(new Conflict.Choice(
                    values.open(history.recordedRead(read)), history.recordedTxn(history.readSource(read))));
        }
        return new Conflict(
                List.copyOf(needed), suspects.stream().map(history::recordedTxn).toList());
    }

    /** Returns a part of a history without some of its open reads. */
    private static KeyValueHistory without(
            KeyValueHistory part, KeyValueHistory history, List<Integer> open, BitSet kept) {
        IntSortedSet left = new IntAVLTreeSet();
        open.stream().filter(read -> !kept.get(read)).forEach(read -> left.add(history.recordedRead(read)));
        var all = new BitSet();
        all.set(0, part.txnCount());
        return part.restrictedTo(all, read -> !left.contains(part.recordedRead(read)), write -> true, key -> key);
    }

    private static KeyValueHistory withDenseKeys(KeyValueHistory history, BitSet txns) {
        int[] keys = txns.stream()
                .flatMap(txn -> IntStream.concat(
                        IntStream.range(history.firstRead(txn), history.endRead(txn))
                                .map(history::readKey),
                        IntStream.range(history.firstWrite(txn), history.endWrite(txn))
                                .map(history::writeKey)))
                .sorted()
                .distinct()
                .toArray();
        return history.restrictedTo(txns, read -> true, write -> true, key -> Arrays.binarySearch(keys, key));
    }
}
