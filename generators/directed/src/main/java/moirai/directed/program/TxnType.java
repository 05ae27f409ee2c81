package moirai.directed.program;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A transaction with parameters: what an application calls again and again.
 *
 * @param origins where steps stand in the application's source, by label; may lack any of them
 * @param commit what has to hold in the end, of arguments and of results outside of loops: otherwise the transaction
 *     rolls back and leaves nothing. An optimistic lock is one: the update found its row
 */
public record TxnType(
        String name, List<String> parameters, List<Step> steps, Map<String, Origin> origins, Condition commit) {

    /** Copies the lists and the map. */
    public TxnType {
        parameters = List.copyOf(parameters);
        steps = List.copyOf(steps);
        origins = Collections.unmodifiableMap(new TreeMap<>(origins));
    }

    /** A transaction of which no source is known, and which always commits. */
    public TxnType(String name, List<String> parameters, List<Step> steps) {
        this(name, parameters, steps, Map.of());
    }

    /** A transaction that always commits. */
    public TxnType(String name, List<String> parameters, List<Step> steps, Map<String, Origin> origins) {
        this(name, parameters, steps, origins, Condition.always());
    }

    /** The same transaction, which commits only if this holds in the end as well. */
    public TxnType committingIf(Condition condition) {
        return new TxnType(name, parameters, steps, origins, Condition.and(commit, condition));
    }

    /**
     * The statements in their order, with each loop repeated up to a bound: iteration i of a statement {@code q} is
     * named {@code q#i}, from 1, and is guarded by the loop's count being at least i.
     *
     * @param loopMax how often a loop is repeated at most; at least 0
     */
    public List<Statement> statements(int loopMax) {
        return new Unrolling(loopMax).of(steps);
    }

    /** Where a step stands in the source, if that is known; labels of iterations mean the step in the loop. */
    public Optional<Origin> origin(String label) {
        int number = label.indexOf('#');
        return Optional.ofNullable(origins.get(number < 0 ? label : label.substring(0, number)));
    }
}
