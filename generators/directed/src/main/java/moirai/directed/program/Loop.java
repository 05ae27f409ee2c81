package moirai.directed.program;

import java.util.List;

/**
 * A loop over steps. An analysis unrolls it up to its bound.
 *
 * @param times how often; if {@code times} is the count of a SELECT, {@link Expression.Each} is its row
 */
public record Loop(String label, Expression times, List<Step> steps) implements Step {

    public Loop {
        steps = List.copyOf(steps);
    }
}
