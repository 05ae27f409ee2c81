package moirai.directed.program;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * A transaction with parameters, which an application calls again and again.
 *
 * @param origins where steps stand in the application's source, by label; may lack any of them
 * @param commit the condition that has to hold in the end, on arguments and on results outside of loops: otherwise the
 *    transaction rolls back and leaves nothing. An optimistic lock is one: the update found its row
 */
public record TxnType(
        String name, List<String> parameters, List<Step> steps, Map<String, Origin> origins, Condition commit) {

    public TxnType {
        parameters = List.copyOf(parameters);
        steps = List.copyOf(steps);
        origins = Collections.unmodifiableMap(new TreeMap<>(origins));
    }

    /** Creates a transaction whose source is unknown, and which always commits. */
    public TxnType(String name, List<String> parameters, List<Step> steps) {
        this(name, parameters, steps, Map.of());
    }

    /** Creates a transaction that always commits. */
    public TxnType(String name, List<String> parameters, List<Step> steps, Map<String, Origin> origins) {
        this(name, parameters, steps, origins, Condition.always());
    }

    /** Returns the same transaction, which commits only if this condition holds in the end as well. */
    public TxnType committingIf(Condition condition) {
        return new TxnType(name, parameters, steps, origins, Condition.and(commit, condition));
    }

    /** Returns the same transaction with other statements of the same labels, those in loops included. */
    public TxnType withStatements(UnaryOperator<Statement> change) {
        return new TxnType(name, parameters, changed(steps, change), origins, commit);
    }

    private static List<Step> changed(List<Step> steps, UnaryOperator<Statement> change) {
        return steps.stream()
                .map(step -> switch (step) {
                    case Statement statement -> change.apply(statement);
                    case Loop loop -> new Loop(loop.label(), loop.times(), changed(loop.steps(), change));
                })
                .toList();
    }

    /** Returns the same transaction, in which SELECTs with these labels lock what they return. */
    public TxnType locking(Collection<String> selects) {
        return withStatements(
                statement -> statement instanceof Statement.Select select && selects.contains(select.label())
                        ? select.locking()
                        : statement);
    }

    /**
     * Returns the statements in their order, with each loop repeated up to a bound: iteration i of a statement {@code
     * q} is named {@code q#i}, from 1, and is guarded by the loop's count being at least i.
     *
     * @param loopMax how often a loop is repeated at most; at least 0
     */
    public List<Statement> statements(int loopMax) {
        return new Unrolling(loopMax).of(steps);
    }

    /** Returns the place of a step in the source, if that is known; labels of iterations mean the step in the loop. */
    public Optional<Origin> origin(String label) {
        int number = label.indexOf('#');
        return Optional.ofNullable(origins.get(number < 0 ? label : label.substring(0, number)));
    }
}
