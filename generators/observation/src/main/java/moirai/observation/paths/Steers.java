package moirai.observation.paths;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import moirai.directed.program.Expression;
import moirai.directed.program.Statement;
import moirai.observation.rehearsals.Executed;
import moirai.observation.rehearsals.Plan;
import moirai.observation.rehearsals.Template;
import moirai.observation.rehearsals.Trace;
import moirai.observation.rows.Catalog;
import moirai.observation.rows.Column;
import moirai.observation.rows.Tags;
import moirai.observation.txns.Hint;
import moirai.observation.txns.Parameter;

/** The changes that can be made to a run. */
public final class Steers {

    private static final List<BigDecimal> SMALL = List.of(BigDecimal.ZERO, BigDecimal.ONE);

    private final Catalog catalog;
    private final List<Hint> hints;

    /** The sources of numbers that have a column or a parameter. */
    private final Map<Expression, Column> columns = new HashMap<>();

    private final Map<Expression, String> names = new HashMap<>();

    public Steers(Catalog catalog, List<Parameter> parameters, List<Hint> hints) {
        this.catalog = catalog;
        this.hints = List.copyOf(hints);
        for (Parameter parameter : parameters) {
            var source = new Expression.Parameter(parameter.name());
            columns.put(source, Column.of(parameter));
            names.put(source, parameter.name());
        }
    }

    /** Returns the least difference of two values of a source that {@link #of} has named. */
    public BigDecimal unit(Expression source) {
        Column column = columns.get(source);
        return column == null ? BigDecimal.ONE : column.unit();
    }

    /** Returns a source that {@link #of} has named as text for people: a parameter, or a table's column. */
    public String name(Expression source) {
        return names.getOrDefault(source, "value");
    }

    /** Returns single changes of what the plan leaves open: first rows, then values. */
    public List<Plan.Steer> of(Plan plan, Trace trace) {
        var steers = new ArrayList<Plan.Steer>();
        for (Executed step : trace.steps()) {
            rows(plan, step, steers);
            learn(step);
        }
        for (Map.Entry<Expression, Object> source :
                trace.sources(trace.steps().size()).entrySet()) {
            if (columns.containsKey(source.getKey()) && !plan.wishes().containsKey(source.getKey())) {
                values(trace, source.getKey(), source.getValue(), steers);
            }
        }
        return steers;
    }

    /** Returns the changes of sources that have only a few values. */
    public List<Plan.Steer.Value> small(Plan plan, Trace trace) {
        return of(plan, trace).stream()
                .flatMap(steer -> steer instanceof Plan.Steer.Value value && isSmall(value.source())
                        ? Stream.of(value)
                        : Stream.of())
                .toList();
    }

    private boolean isSmall(Expression source) {
        Column column = columns.get(source);
        return column != null && column.isSmall();
    }

    private void rows(Plan plan, Executed step, List<Plan.Steer> steers) {
        Template template = step.template();
        if (template.last().isEmpty() || template.isInsert()) {
            return;
        }
        String label = step.label(template.last().get().label());
        if (!plan.rows().containsKey(step.id())) {
            steers.add(new Plan.Steer.Rows(step.id(), label, 0));
            if (template.hasMany(catalog.tables()) && !template.isCounting()) {
                steers.add(new Plan.Steer.Rows(step.id(), label, 2));
            }
        }
        for (Statement statement : template.statements()) {
            String own = step.label(statement.label());
            boolean isThere = plan.rows().getOrDefault(step.id(), 1) > 0;
            if (template.isOuter(statement) && isThere && !plan.rows().containsKey(own)) {
                steers.add(new Plan.Steer.Rows(own, own, 0));
                if (Template.hasMany(catalog.tables(), statement)) {
                    steers.add(new Plan.Steer.Rows(own, own, 2));
                }
            }
        }
    }

    /** Notes the columns that a query returned, but for those that a condition already determines. */
    private void learn(Executed step) {
        for (Executed.Source source : step.results()) {
            boolean isFree = step.values().values().stream().noneMatch(value -> Meaning.same(value, source.value()));
            if (isFree && source.expression() instanceof Expression.Result(var label, var field, var row)) {
                String table = step.template().statements().stream()
                        .filter(statement -> step.label(statement.label()).equals(label))
                        .map(Statement::table)
                        .findFirst()
                        .orElse("");
                columns.put(source.expression(), catalog.column(table, field));
                names.put(source.expression(), Catalog.place(table, field));
            }
        }
    }

    private void values(Trace trace, Expression source, Object value, List<Plan.Steer> steers) {
        for (Hint hint : hints) {
            Object hinted = Tags.plain(hint.value());
            boolean isOfItsKind = hinted.getClass().equals(value.getClass());
            if (isOfItsKind && hint.name().equalsIgnoreCase(names.getOrDefault(source, ""))) {
                steers.add(new Plan.Steer.Value(source, new Plan.Wish.Exactly(hinted)));
            }
        }
        Column column = columns.get(source);
        if (column != null && column.isSmall()) {
            column.values().stream()
                    .filter(other -> !Meaning.same(other, value))
                    .forEach(other -> steers.add(new Plan.Steer.Value(source, new Plan.Wish.Exactly(other))));
            return;
        }
        if (value instanceof BigDecimal) {
            steers.add(new Plan.Steer.Value(source, new Plan.Wish.Low()));
            steers.add(new Plan.Steer.Value(source, new Plan.Wish.High()));
            SMALL.forEach(small -> steers.add(new Plan.Steer.Value(source, new Plan.Wish.Exactly(small))));
        }
        for (Map.Entry<String, Object> argument : trace.arguments().entrySet()) {
            var other = new Expression.Parameter(argument.getKey());
            if (other.equals(source)) {
                break; // Of two arguments, the later one is led.
            }
            if (argument.getValue().getClass().equals(value.getClass())) {
                steers.add(new Plan.Steer.Value(source, new Plan.Wish.Like(other)));
            }
        }
    }
}
