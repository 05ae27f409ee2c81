package moirai.reenactment;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import moirai.directed.encoding.Conflict;
import moirai.directed.execution.Execution;
import moirai.scheduling.Step;

/**
 * An order of whole transactions in which a database of one copy can show a case. Such a database lets a statement see
 * the data that is committed at that time, or at the begin of its transaction.
 *
 * <p>Terms: the steps are the statements that run and one COMMIT for each call. Steps of the algorithm:
 *
 * <ol>
 * <li>Keep each call's own order.
 * <li>Add the necessary constraints: a write before the reads that return it and before the writes that overwrite it,
 *   and a read before the COMMIT of a write that it must not return.
 * <li>Add what is preferred, as far as no earlier constraint contradicts it: a COMMIT before whole transactions that
 *   return or overwrite its writes, for databases with snapshots.
 * <li>Likewise, a COMMIT before the statements that return or overwrite its writes, so that no statement waits, and a
 *   read before the writes that it must not return, for databases that show uncommitted writes.
 * <li>Order the remaining steps as the model does.
 * </ol>
 *
 * <p>Each constraint is kept in its transitive closure, and left out if the closure has the opposite. That cannot
 * happen in steps 1 and 2: the order of the model satisfies them if every COMMIT follows it.
 *
 * <p>A call at a copy that follows sees only commits that this copy has been allowed to receive. So it need not read
 * before the COMMIT of a write that it must not return, if no call at its copy is to return that write. But a copy
 * receives commits in their order, so the commits that it is to show have to come before those that it is not to show.
 * The visible commits of a copy come second among the steps above, and this order of commits third.
 *
 * <p>Cost: O(steps²) for each of O(turns²) constraints.
 */
public final class Interleaving {

    private final DirectedCase wanted;
    private final Execution execution;
    private final Placement placement;
    private final List<CaseStep> steps;
    private final boolean[][] before;

    private Interleaving(DirectedCase wanted, Placement placement) {
        this.wanted = wanted;
        this.placement = placement;
        this.execution = wanted.predicted();
        this.steps = wanted.steps();
        this.before = new boolean[steps.size()][steps.size()];
    }

    /**
     * Returns the best order for a database.
     *
     * @param hasSnapshots whether a transaction sees the data that was committed when it began; otherwise each
     *    statement sees the data that was committed when the statement began
     */
    public static List<CaseStep> of(DirectedCase wanted, boolean hasSnapshots) {
        int calls = wanted.scenario().calls().size();
        return of(wanted, hasSnapshots, Placement.together(calls));
    }

    /**
     * Returns the best order for a database of several copies.
     *
     * @param hasSnapshots as above
     * @param placement the copy of each call
     */
    public static List<CaseStep> of(DirectedCase wanted, boolean hasSnapshots, Placement placement) {
        var interleaving = new Interleaving(wanted, placement);
        interleaving.ownOrder();
        interleaving.require();
        interleaving.preferCommits();
        if (hasSnapshots) {
            interleaving.preferSnapshots();
        }
        interleaving.prefer();
        return interleaving.sorted();
    }

    private void ownOrder() {
        for (int a = 0; a < steps.size(); a++) {
            for (int b = 0; b < steps.size(); b++) {
                Step first = steps.get(a).step();
                Step second = steps.get(b).step();
                if (first.session() == second.session() && first.compareTo(second) < 0) {
                    before(a, b);
                }
            }
        }
    }

    private void require() {
        eachPair((from, to) -> {
            if (isOverwrittenOrRead(from, to)) {
                require(place(from), place(to));
            }
            if (execution.has(Conflict.READ_WRITE, from, to) && !placement.isKept(execution, from, to)) {
                require(place(from), end(to));
            }
        });
    }

    /**
     * Prefers that the writes that a copy is to show are committed before they are read there, and before those that it
     * is not to show.
     */
    private void preferCommits() {
        eachPair((from, to) -> {
            if (placement.follows(execution, to) && execution.has(Conflict.WRITE_READ, from, to)) {
                before(end(from), place(to));
            }
        });
        eachPair((from, to) -> {
            if (placement.follows(execution, to) && execution.has(Conflict.WRITE_READ, from, to)) {
                missedAt(to).forEach(missed -> before(end(from), end(missed)));
            }
        });
    }

    /** Returns the writers that the call of this turn must not see, and can be kept from seeing. */
    private List<Integer> missedAt(int turn) {
        int count = execution.turns().size();
        int call = execution.turns().get(turn).call();
        return IntStream.range(0, count)
                .filter(writer -> IntStream.range(0, count)
                        .filter(reader -> execution.turns().get(reader).call() == call)
                        .filter(reader -> execution.has(Conflict.READ_WRITE, reader, writer))
                        .anyMatch(reader -> placement.isKept(execution, reader, writer)))
                .boxed()
                .toList();
    }

    private void preferSnapshots() {
        eachPair((from, to) -> {
            if (isOverwrittenOrRead(from, to)) {
                before(end(from), begin(to));
            }
        });
    }

    private void prefer() {
        eachPair((from, to) -> {
            if (isOverwrittenOrRead(from, to)) {
                before(end(from), place(to));
            }
            if (execution.has(Conflict.READ_WRITE, from, to) && !placement.isKept(execution, from, to)) {
                before(place(from), place(to));
            }
        });
    }

    private boolean isOverwrittenOrRead(int from, int to) {
        return execution.has(Conflict.WRITE_WRITE, from, to) || execution.has(Conflict.WRITE_READ, from, to);
    }

    private interface PairOfTurns {
        void accept(int from, int to);
    }

    private void eachPair(PairOfTurns action) {
        int count = execution.turns().size();
        for (int from = 0; from < count; from++) {
            for (int to = 0; to < count; to++) {
                action.accept(from, to);
            }
        }
    }

    private void require(int first, int second) {
        if (!before(first, second)) {
            throw new IllegalStateException(
                    steps.get(second) + " is before " + steps.get(first) + ", which the order of the model is not");
        }
    }

    /** Keeps one step before another, with all consequences; returns false if the opposite is kept already. */
    private boolean before(int first, int second) {
        if (first == second || before[second][first]) {
            return false;
        }
        for (int a = 0; a < steps.size(); a++) {
            for (int b = 0; b < steps.size(); b++) {
                boolean isAtFirst = a == first || before[a][first];
                boolean isAtSecond = b == second || before[second][b];
                before[a][b] |= isAtFirst && isAtSecond;
            }
        }
        return true;
    }

    private int place(int turn) {
        return indexOf(wanted.step(turn));
    }

    private int begin(int turn) {
        return indexOf(new Step(execution.turns().get(turn).call(), 0, 0));
    }

    private int end(int turn) {
        return indexOf(Step.commit(execution.turns().get(turn).call(), 0));
    }

    private int indexOf(Step step) {
        return steps.stream().map(CaseStep::step).toList().indexOf(step);
    }

    private List<CaseStep> sorted() {
        var left = new ArrayList<Integer>();
        for (int i = 0; i < steps.size(); i++) {
            left.add(i);
        }
        var order = new ArrayList<CaseStep>();
        while (!left.isEmpty()) {
            Integer next = left.stream()
                    .filter(candidate -> left.stream().noneMatch(other -> before[other][candidate]))
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("steps before each other: " + left));
            left.remove(/* element */ next);
            order.add(steps.get(next));
        }
        return order;
    }
}
