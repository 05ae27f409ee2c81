package moirai.analysis.listappend;

import java.util.List;
import moirai.analysis.listappend.Script.PlannedStep;
import moirai.analysis.listappend.Script.PlannedTxn;
import moirai.analysis.listappend.Script.Quirk;
import moirai.analysis.listappend.Script.Timing;
import moirai.history.Outcome;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.RandomDistribution;
import net.jqwik.api.Tuple;

/** Arbitrary histories of up to six transactions of up to four ops over two or three keys. */
final class Samples {

    private Samples() {}

    /**
     * Generates samples from a store that executes one transaction after the other and misbehaves now and then, in a
     * quarter of the histories by nothing but stale reads: cycles of many anti-dependencies are rare where other things
     * go wrong.
     */
    static Arbitrary<Sample> plausible() {
        return Arbitraries.frequencyOf(
                        Tuple.of(3, scripts(0, 3)), Tuple.of(1, scripts(0, 3).map(Samples::withStaleReadsOnly)))
                .map(script -> new FaultyStore(script).sample());
    }

    private static Script withStaleReadsOnly(Script script) {
        List<PlannedTxn> txns = script.txns().stream()
                .map(txn -> new PlannedTxn(
                        txn.session(),
                        new Outcome.Committed(),
                        0,
                        txn.timing(),
                        txn.steps().stream().map(Samples::readStale).toList()))
                .toList();
        return new Script(txns, script.keyCount(), 5, script.complete());
    }

    /** An append without trouble, or a read that never sees more than there is. */
    private static PlannedStep readStale(PlannedStep step) {
        int dice = step.append() ? 9 : step.dice();
        return new PlannedStep(step.append(), step.key(), step.span(), dice, Quirk.SHIFTED, step.amount() % 6);
    }

    /**
     * Generates samples as {@link #plausible} does, of up to twelve transactions over up to four keys. Most have little
     * trouble: where much is broken, little can hold wrongly.
     */
    static Arbitrary<Sample> longer() {
        var trouble = Arbitraries.frequencyOf(Tuple.of(2, number(1, 3)), Tuple.of(1, number(0, 9)));
        return scripts(0, 4, 12, trouble).map(script -> new FaultyStore(script).sample());
    }

    /** Reads that have nothing to do with what went before. */
    static Arbitrary<Sample> wild() {
        return scripts(0, 3).map(script -> new RandomAnswers(script).sample());
    }

    /** Generates samples from a store that executes one transaction after the other, without trouble. */
    static Arbitrary<Sample> serial() {
        return scripts(0, 3)
                .map(script -> new Script(inOrder(script.txns()), script.keyCount(), 0, script.complete()))
                .map(script -> new FaultyStore(script).sample());
    }

    private static List<PlannedTxn> inOrder(List<PlannedTxn> txns) {
        return txns.stream()
                .map(txn -> new PlannedTxn(
                        txn.session(),
                        txn.outcome(),
                        0,
                        new Timing(0, txn.timing().length(), txn.timing().gap()),
                        txn.steps()))
                .toList();
    }

    /** Generates samples as {@link #plausible} does, with scans of up to three keys among up to five. */
    static Arbitrary<Sample> scanning() {
        return scripts(3, 5).map(script -> new FaultyStore(script).sample());
    }

    /** Generates samples as {@link #wild} does, with scans. */
    static Arbitrary<Sample> wildlyScanning() {
        return scripts(3, 5).map(script -> new RandomAnswers(script).sample());
    }

    private static Arbitrary<Script> scripts(int spanMax, int keyCountMax) {
        return scripts(spanMax, keyCountMax, 6, number(0, 9));
    }

    private static Arbitrary<Script> scripts(int spanMax, int keyCountMax, int txnsMax, Arbitrary<Integer> trouble) {
        return Combinators.combine(
                        // Cut, so that most histories have as many as they may, and can still be shrunk to one.
                        txns(spanMax)
                                .list()
                                .ofMinSize(1)
                                .ofMaxSize(15)
                                .withSizeDistribution(RandomDistribution.uniform())
                                .map(txns -> txns.subList(0, Math.min(txnsMax, txns.size()))),
                        number(2, keyCountMax),
                        trouble,
                        Arbitraries.frequency(Tuple.of(4, true), Tuple.of(1, false)))
                .as(Script::new);
    }

    private static Arbitrary<PlannedTxn> txns(int spanMax) {
        var timings =
                Combinators.combine(number(0, 5), number(0, 3), number(0, 2)).as(Timing::new);
        var outcomes = Arbitraries.frequency(
                Tuple.of(8, new Outcome.Committed()),
                Tuple.of(1, new Outcome.Aborted("")),
                Tuple.of(2, new Outcome.Indeterminate("")));
        var steps = steps(spanMax).list().ofMinSize(1).ofMaxSize(4).withSizeDistribution(RandomDistribution.uniform());
        return Combinators.combine(number(0, 3), outcomes, number(-3, 3), timings, steps)
                .as(PlannedTxn::new);
    }

    private static Arbitrary<PlannedStep> steps(int spanMax) {
        var quirks = Arbitraries.frequency(
                Tuple.of(20, Quirk.SHIFTED),
                Tuple.of(3, Quirk.LOST),
                Tuple.of(1, Quirk.HOLED),
                Tuple.of(1, Quirk.SWAPPED),
                Tuple.of(1, Quirk.DOUBLED),
                Tuple.of(1, Quirk.INVENTED),
                Tuple.of(1, Quirk.LEAKED));
        return Combinators.combine(
                        Arbitraries.of(false, true),
                        number(0, 5),
                        number(0, spanMax),
                        number(0, 9),
                        quirks,
                        number(0, 9))
                .as(PlannedStep::new);
    }

    private static Arbitrary<Integer> number(int min, int max) {
        return Arbitraries.integers().between(min, max).withDistribution(RandomDistribution.uniform());
    }
}
