package moirai.studies.directed;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import moirai.directed.encoding.Bounds;
import moirai.directed.encoding.Setting;
import moirai.directed.program.Program;

/**
 * The search of CLOTHO's figure 18 with our encoding: one formula for all combinations of a number of transactions, and
 * one anomaly an answer, each of which a clause excludes. Its cycles are those of {@link
 * moirai.directed.search.Counting#PUBLISHED}. Unlike the paper's, this solver keeps the clauses that it has learnt.
 */
final class BasicSearch {

    private final Program any;
    private final Bounds bounds;
    private final boolean hasInnerLoop;
    private final double secondsMax;
    private Setting setting = Setting.USUAL;
    private final List<Found> found = new ArrayList<>();
    private final double begin = CpuTime.ofThread();

    /** A cycle, with the seconds of this thread until it was found. */
    record Found(List<String> hops, double seconds) {}

    /** The cycles that were found, with their times; incomplete if the time limit was reached. */
    record Answer(List<Found> found, double seconds, boolean isComplete) {

        long until(double time) {
            return found.stream().filter(one -> one.seconds() <= time).count();
        }
    }

    /**
     * Creates a search. With the inner loop each structure is searched to its end once it is found; without it the
     * search is the basic one.
     */
    BasicSearch(Program program, Bounds bounds, boolean hasInnerLoop, double secondsMax) {
        this.any = AnyTransaction.of(program, bounds.loopMax());
        this.bounds = bounds;
        this.hasInnerLoop = hasInnerLoop;
        this.secondsMax = secondsMax;
    }

    /** Returns the same search with other solvers. */
    BasicSearch in(Setting other) {
        setting = other;
        return this;
    }

    /** Runs the search, once for each object. It ends with the first answer after the time limit. */
    Answer find() {
        for (int count = 2; count <= bounds.txnsMax() && !isOver(); count++) {
            var formula = new CycleFormula(any, count, bounds, setting);
            for (int inside = 1; inside <= Math.min(count, bounds.lengthMax() - count); inside++) {
                find(formula, formula.inside(inside));
            }
        }
        return new Answer(List.copyOf(found), seconds(), !isOver());
    }

    private double seconds() {
        return CpuTime.ofThread() - begin;
    }

    private boolean isOver() {
        return seconds() > secondsMax;
    }

    private void find(CycleFormula formula, int length) {
        while (!isOver() && formula.isSatisfiable(length)) {
            CycleFormula.Cycle first = take(formula);
            if (hasInnerLoop) {
                int[] structure = IntStream.concat(IntStream.of(length), IntStream.of(formula.structure(first)))
                        .toArray();
                while (!isOver() && formula.isSatisfiable(structure)) {
                    take(formula);
                }
            }
        }
    }

    private CycleFormula.Cycle take(CycleFormula formula) {
        CycleFormula.Cycle cycle = formula.cycle();
        found.add(new Found(cycle.hops(), seconds()));
        formula.exclude(cycle);
        return cycle;
    }
}
