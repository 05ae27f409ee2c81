package moirai.directed.program;

import java.util.List;

/**
 * Steps that are repeated. An analysis unrolls it up to its bound.
 *
 * @param times how often; where {@code times} is the count of a SELECT, {@link Expression.Each} is its row
 */
public record Loop(String label, Expression times, List<Step> steps) implements Step {

    /** Copies the list. */
    public Loop {
        steps = List.copyOf(steps);
    }
}
