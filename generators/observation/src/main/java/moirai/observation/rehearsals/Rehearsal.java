package moirai.observation.rehearsals;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import moirai.directed.program.Assignment;
import moirai.directed.program.Condition;
import moirai.directed.program.Expression;
import moirai.directed.program.Origin;
import moirai.directed.program.Statement;
import moirai.directed.program.Table;
import moirai.interception.BoundSql;
import moirai.observation.recording.Call;
import moirai.observation.recording.Stage;
import moirai.observation.rows.Catalog;
import moirai.observation.rows.Column;
import moirai.observation.rows.RowMaker;
import moirai.observation.rows.Tags;
import moirai.sources.sql.tables.Schema;

/**
 * One run of a transaction. It makes the rows that each statement is to find, and remembers what the statement was
 * given and returned.
 */
public final class Rehearsal implements Stage {

    /** The parts that are the same in all runs. */
    public record Setting(Catalog catalog, RowMaker maker, Templates templates) {}

    private final Setting setting;
    private final Plan plan;
    private final int seed;
    private final Tags tags;
    private final Map<Expression, Object> facts = new HashMap<>();
    private final List<Executed> steps = new ArrayList<>();
    private final List<Executed> pending = new ArrayList<>();
    private final Map<Integer, Integer> occurrences = new HashMap<>();
    private final List<Trace.Met> met = new ArrayList<>();
    private String obstacle = "";
    private long rowsRead;
    private final List<Origin> again = new ArrayList<>();
    private boolean isCommitted;
    private boolean hasUncommitted;
    private boolean isPartlyUndone;
    private boolean isTakenBack;

    public Rehearsal(Setting setting, Plan plan, int seed) {
        this.setting = setting;
        this.plan = plan;
        this.seed = seed;
        this.tags = new Tags(seed);
    }

    /** Returns the value of a source, as planned. */
    public Object value(Column column, Expression source, String name, int row) {
        Object own = tags.value(column, name, row);
        Plan.Wish wish = plan.wishes().get(source);
        Object value = switch (wish) {
            case null -> own;
            case Plan.Wish.High high -> tags.extreme(column, name, true);
            case Plan.Wish.Low low -> tags.extreme(column, name, false);
            case Plan.Wish.Like(var other) -> {
                Object like = facts.getOrDefault(other, own);
                yield column.holds(like) ? like : own;
            }
            case Plan.Wish.Exactly(var exact) -> column.holds(exact) ? exact : own;
        };
        facts.put(source, Tags.plain(value));
        return value;
    }

    @Override
    public void before(Connection connection, Call call) throws SQLException {
        Literals literals = Literals.of(call.bound().sql());
        Template template = setting.templates().of(literals.text(), call.origin());
        String id = template.number() + "." + occurrences.merge(template.number(), 1, Integer::sum);
        Map<String, Object> values = new LinkedHashMap<>(literals.values());
        for (int i = 0; i < call.bound().values().size(); i++) {
            Object value = call.bound().values().get(i);
            values.put("?" + (i + 1), value == BoundSql.Absent.NULL ? value : Tags.plain(value));
        }
        List<Executed.Source> results = List.of();
        template.statements().forEach(statement -> meet(statement, values));
        if (!template.statements().isEmpty()) {
            makeRows(connection, template, id, values, call.isContinued());
            results = template.isQuery() ? results(connection, call, template, id) : List.of();
        }
        if (isCommitted && again.isEmpty() && !call.isContinued()) {
            again.add(call.origin());
        }
        hasUncommitted |= template.isWrite();
        pending.add(new Executed(id, template, values, results, rowsRead, call.origin()));
    }

    private void meet(Statement statement, Map<String, Object> values) {
        statement
                .assignments()
                .forEach(assigned -> meet(statement.table(), assigned.field(), assigned.value(), values));
        for (Condition part : statement.where().conjuncts()) {
            if (part instanceof Condition.Compare(Expression.Field(var field), var operator, var right)) {
                meet(statement.table(), field, right, values);
            }
        }
    }

    private void meet(String table, String field, Expression value, Map<String, Object> values) {
        if (value instanceof Expression.Parameter(var name) && values.containsKey(name) && !field.equals(Schema.ROW)) {
            met.add(new Trace.Met(
                    values.getOrDefault(name, ""), setting.catalog().column(table, field)));
        }
    }

    private void makeRows(
            Connection connection, Template template, String id, Map<String, Object> values, boolean isAdding)
            throws SQLException {
        int usual = template.isCounting() ? 1 + seed : 1;
        int count = template.isInsert() ? 0 : plan.rows().getOrDefault(id, usual);
        RowMaker.CellValue cell = (table, column, row) -> {
            Expression source = new Expression.Result(id + ":" + local(template, table), column.name(), row);
            return value(column, source, id + "." + table.name() + "." + column.name(), row);
        };
        try {
            ToIntFunction<Statement> counts = statement ->
                    template.isOuter(statement) ? plan.rows().getOrDefault(id + ":" + statement.label(), count) : count;
            setting.maker()
                    .make(
                            connection,
                            template.statements(),
                            new RowMaker.Wanted(
                                    counts, values, template.emitted().outer(), cell),
                            isAdding);
        } catch (SQLException refused) {
            String reason =
                    String.valueOf(refused.getMessage()).lines().findFirst().orElse("");
            obstacle = "rows of table " + template.statements().getLast().table() + " cannot be made: " + reason;
            throw refused;
        }
    }

    private static String local(Template template, Table table) {
        return template.statements().stream()
                .filter(statement -> statement.table().equals(table.name()))
                .map(Statement::label)
                .findFirst()
                .orElse("");
    }

    /** Returns the results of a query, asked on the same connection. */
    private List<Executed.Source> results(Connection connection, Call call, Template template, String id)
            throws SQLException {
        var results = new Results(template, id);
        try (PreparedStatement query = connection.prepareStatement(call.bound().sql())) {
            for (int i = 0; i < call.bound().values().size(); i++) {
                Object value = call.bound().values().get(i);
                query.setObject(i + 1, value == BoundSql.Absent.NULL ? null : value);
            }
            try (ResultSet result = query.executeQuery()) {
                while (result.next()) {
                    results.add(result);
                }
            }
        }
        rowsRead = results.count();
        return results.sources();
    }

    @Override
    public void after(Connection connection, Call call, long count) throws SQLException {
        Executed done = pending.removeFirst();
        List<Executed.Source> results = done.results();
        if (done.template().last().orElse(null) instanceof Statement.Insert insert) {
            results = generated(connection, insert, done);
        }
        long rows = done.template().isQuery() ? done.count() : Math.max(count, 0);
        steps.add(new Executed(done.id(), done.template(), done.values(), results, rows, done.origin()));
        results.forEach(source -> facts.put(source.expression(), source.value()));
    }

    /** Returns the keys that the database made for a row; the table has no other rows. */
    private List<Executed.Source> generated(Connection connection, Statement.Insert insert, Executed done)
            throws SQLException {
        var sources = new ArrayList<Executed.Source>();
        for (Assignment assignment : insert.values()) {
            if (assignment.value() instanceof Expression.Any(var name) && isStored(insert, assignment.field())) {
                Object key = setting.catalog().only(connection, insert.table(), assignment.field());
                sources.add(new Executed.Source(new Expression.Any(done.id() + ":" + name), Tags.plain(key)));
            }
        }
        return sources;
    }

    private boolean isStored(Statement.Insert insert, String field) {
        return !field.equals(Schema.ROW)
                && setting.catalog().tables().stream()
                        .anyMatch(table -> table.name().equals(insert.table())
                                && table.key().contains(field));
    }

    @Override
    public void committed() {
        isCommitted |= !steps.isEmpty();
        hasUncommitted = false;
        if (isPartlyUndone) {
            // Which of the statements left something is not followed.
            obstacle = "statements are undone back to a savepoint";
        }
    }

    @Override
    public void rolledBack() {
        isTakenBack |= hasUncommitted;
        hasUncommitted = false;
        isPartlyUndone = false;
    }

    @Override
    public void rolledBackToSavepoint() {
        isPartlyUndone = true;
    }

    /** Ends the run and returns what was done. A failure of the body is a failure of the transaction. */
    public Trace end(Map<String, Object> arguments, String failure) {
        String why = failure;
        if (failure.isEmpty() && (isTakenBack || hasUncommitted)) {
            why = isTakenBack ? "it rolled back" : "it did not commit what it wrote";
        }
        return new Trace(arguments, steps, why, obstacle, met, again);
    }
}
