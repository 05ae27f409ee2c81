package moirai.observation.rehearsals;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import moirai.directed.program.Expression;
import moirai.directed.program.Origin;
import moirai.observation.rows.Column;

/**
 * The statements of one run, and how it ended.
 *
 * @param arguments by parameter, in plain form
 * @param failure what kept it from committing; empty if it committed or had nothing to commit
 * @param obstacle why rows could not be made as planned; empty if they were
 * @param met the columns that values were compared with or stored in
 * @param again the lines that went on after a commit; none if all is one transaction
 */
public record Trace(
        Map<String, Object> arguments,
        List<Executed> steps,
        String failure,
        String obstacle,
        List<Met> met,
        List<Origin> again) {

    /** A value that a statement compares with a column, or stores in it. */
    public record Met(Object value, Column column) {}

    public Trace {
        arguments = new LinkedHashMap<>(arguments);
        steps = List.copyOf(steps);
        met = List.copyOf(met);
        again = List.copyOf(again);
    }

    public boolean isAborted() {
        return !failure.isEmpty();
    }

    /** Returns the statements, without values. */
    public List<String> shape() {
        return steps.stream().map(Executed::id).toList();
    }

    /** Returns the sources of a statement's values: the arguments, then what was returned before, in this order. */
    public Map<Expression, Object> sources(int before) {
        Map<Expression, Object> sources = new LinkedHashMap<>();
        arguments.forEach((name, value) -> sources.put(new Expression.Parameter(name), value));
        for (Executed step : steps.subList(0, Math.min(before, steps.size()))) {
            step.results().forEach(source -> sources.put(source.expression(), source.value()));
        }
        return sources;
    }

    /** Returns all sources, and the number of rows of each statement. */
    public Map<Expression, Object> facts() {
        Map<Expression, Object> facts = sources(steps.size());
        for (Executed step : steps) {
            step.template()
                    .last()
                    .ifPresent(statement -> facts.put(
                            new Expression.Count(step.label(statement.label())), BigDecimal.valueOf(step.count())));
            for (String outer : step.template().emitted().outer()) {
                String label = step.label(outer);
                facts.put(new Expression.Count(label), BigDecimal.valueOf(step.rows(label)));
            }
        }
        return facts;
    }
}
