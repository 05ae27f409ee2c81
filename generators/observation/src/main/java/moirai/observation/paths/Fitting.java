package moirai.observation.paths;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import moirai.observation.rehearsals.Plan;
import moirai.observation.rehearsals.Runner;
import moirai.observation.rehearsals.Trace;
import moirai.observation.rows.Column;
import moirai.observation.txns.ObservedTxn;
import moirai.observation.txns.Parameter;
import moirai.observation.txns.TextForm;
import moirai.observation.txns.ValueKind;

/**
 * Finds arguments with which a transaction commits, where it does not with the usual ones: because they do not fit
 * their columns, or because of a guard such as "insufficient funds". The columns that arguments meet bound them first;
 * then smaller numbers, shorter texts and other forms are tried, of all arguments and then of each, and what gets
 * farthest is kept. Cost: at most 20 runs for each argument and round, and no more than {@link #ROUNDS_MAX} rounds.
 */
public final class Fitting {

    private static final int ROUNDS_MAX = 4;

    private static final List<Long> SIZES = List.of(100_000L, 1_000L, 50L, 8L);

    private final Function<ObservedTxn, Runner> runners;

    /** Finds arguments by running transactions. */
    public Fitting(Function<ObservedTxn, Runner> runners) {
        this.runners = runners;
    }

    /** Returns the transaction with parameters that lead to a commit, or as far as any that were tried. */
    public ObservedTxn fitted(ObservedTxn txn) {
        ObservedTxn best = bounded(txn);
        long reached = reached(run(best));
        for (int round = 0; round < ROUNDS_MAX && reached < Long.MAX_VALUE; round++) {
            ObservedTxn last = best;
            for (ObservedTxn candidate : candidates(last)) {
                long far = reached(run(candidate));
                if (far > reached) {
                    reached = far;
                    best = bounded(candidate);
                }
                if (reached == Long.MAX_VALUE) {
                    return best;
                }
            }
            if (best.equals(last)) {
                break;
            }
        }
        return best;
    }

    private Trace run(ObservedTxn txn) {
        return runners.apply(txn).run(Plan.EMPTY, 0);
    }

    /** Returns how far a run came: the number of its statements, or the greatest number if it committed. */
    private static long reached(Trace trace) {
        return trace.isAborted() || !trace.obstacle().isEmpty() ? trace.steps().size() : Long.MAX_VALUE;
    }

    /** Returns the transaction with parameters that fit the columns which they meet. */
    private ObservedTxn bounded(ObservedTxn txn) {
        ObservedTxn bounded = txn;
        for (int round = 0; round < ROUNDS_MAX; round++) {
            Trace trace = run(bounded);
            ObservedTxn more = with(bounded, parameter -> bounded(parameter, trace));
            if (more.equals(bounded)) {
                break;
            }
            bounded = more;
        }
        return bounded;
    }

    private static Parameter bounded(Parameter parameter, Trace trace) {
        Object own = trace.arguments().getOrDefault(parameter.name(), "");
        Parameter bounded = parameter;
        for (Trace.Met met : trace.met()) {
            Column column = met.column();
            boolean isOfKind = column.kind() == Column.of(parameter).kind() && !column.isSmall();
            if (isOfKind && Meaning.same(met.value(), own)) {
                long max =
                        column.max().min(BigDecimal.valueOf(bounded.sizeMax())).longValue();
                bounded = bounded.upTo(Math.max(1, max));
            }
        }
        return bounded;
    }

    private static List<ObservedTxn> candidates(ObservedTxn txn) {
        List<UnaryOperator<Parameter>> changes = new ArrayList<>();
        for (long size : SIZES) {
            changes.add(
                    parameter -> isNumber(parameter) && parameter.sizeMax() > size ? parameter.upTo(size) : parameter);
        }
        for (TextForm form : TextForm.values()) {
            changes.add(parameter -> parameter.kind() == ValueKind.TEXT ? parameter.like(form) : parameter);
        }
        for (long size : List.of(5L, 2L, 1L)) {
            changes.add(parameter -> parameter.kind() == ValueKind.TEXT && parameter.sizeMax() > size
                    ? parameter.upTo(size)
                    : parameter);
        }
        var candidates = new ArrayList<ObservedTxn>();
        for (UnaryOperator<Parameter> change : changes) {
            candidates.add(with(txn, change));
        }
        for (Parameter one : txn.parameters()) {
            for (UnaryOperator<Parameter> change : changes) {
                candidates.add(with(txn, parameter -> parameter.equals(one) ? change.apply(parameter) : parameter));
            }
        }
        return candidates.stream()
                .filter(candidate -> !candidate.equals(txn))
                .distinct()
                .toList();
    }

    private static boolean isNumber(Parameter parameter) {
        return switch (parameter.kind()) {
            case INTEGER, LONG, DECIMAL -> true;
            case TEXT, TIME, DATE, FLAG, UUID, CHOICE -> false;
        };
    }

    private static ObservedTxn with(ObservedTxn txn, UnaryOperator<Parameter> change) {
        return txn.with(txn.parameters().stream().map(change).toList());
    }
}
