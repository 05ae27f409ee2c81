package moirai.observation.rehearsals;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import moirai.directed.program.Expression;
import moirai.directed.program.Origin;

/**
 * A statement that a run executed.
 *
 * @param id the number of its template and how often that was executed before, the same in all runs
 * @param values what stood for its parameters, by name, in plain form
 * @param results what later values may be made of
 * @param count of its rows
 */
public record Executed(
        String id, Template template, Map<String, Object> values, List<Source> results, long count, Origin origin) {

    public Executed {
        values = Map.copyOf(values);
        results = List.copyOf(results);
    }

    /** A value that was seen, and its source. */
    public record Source(Expression expression, Object value) {}

    /** Returns the name of a statement of the template in this place. */
    public String label(String local) {
        return id + ":" + local;
    }

    /** Returns how many rows of a statement are among the results. */
    long rows(String label) {
        return results.stream()
                .flatMap(source -> source.expression() instanceof Expression.Result(var own, var field, var row)
                                && own.equals(label)
                        ? Stream.of(row)
                        : Stream.of())
                .distinct()
                .count();
    }
}
