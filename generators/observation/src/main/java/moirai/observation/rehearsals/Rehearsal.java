package moirai.observation.rehearsals;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import moirai.directed.program.Assignment;
import moirai.directed.program.Expression;
import moirai.directed.program.Statement;
import moirai.directed.program.Table;
import moirai.interception.BoundSql;
import moirai.observation.recording.Call;
import moirai.observation.recording.Stage;
import moirai.observation.rows.Catalog;
import moirai.observation.rows.Column;
import moirai.observation.rows.RowMaker;
import moirai.observation.rows.Tags;
import moirai.sources.sql.Column.Computed;
import moirai.sources.sql.Column.Counted;
import moirai.sources.sql.Column.Stored;
import moirai.sources.sql.Column.Summed;
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
    private String obstacle = "";
    private long rowsRead;
    private boolean hasUncommitted;
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
            values.put("?" + (i + 1), Tags.plain(call.bound().values().get(i)));
        }
        List<Executed.Source> results = List.of();
        if (!template.statements().isEmpty()) {
            makeRows(connection, template, id, values, call.isContinued());
            results = template.isQuery() ? results(connection, call, template, id) : List.of();
        }
        hasUncommitted |= template.isWrite();
        pending.add(new Executed(id, template, values, results, rowsRead, call.origin()));
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
            setting.maker().make(connection, template.statements(), new RowMaker.Wanted(count, values, cell), isAdding);
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
        var sources = new ArrayList<Executed.Source>();
        int row = 0;
        try (PreparedStatement query = connection.prepareStatement(call.bound().sql())) {
            for (int i = 0; i < call.bound().values().size(); i++) {
                Object value = call.bound().values().get(i);
                query.setObject(i + 1, value == BoundSql.Absent.NULL ? null : value);
            }
            try (ResultSet result = query.executeQuery()) {
                while (result.next()) {
                    row(result, template, id, row, sources);
                    row++;
                }
            }
        }
        rowsRead = row;
        return sources;
    }

    private void row(ResultSet result, Template template, String id, int row, List<Executed.Source> sources)
            throws SQLException {
        List<moirai.sources.sql.Column> columns = template.emitted().columns();
        for (int i = 0; i < columns.size(); i++) {
            int index = index(result.getMetaData(), columns.get(i).name(), i + 1, columns.size());
            Object value = index == 0 ? null : result.getObject(index);
            if (value == null) {
                continue;
            }
            switch (columns.get(i).source()) {
                case Stored(var label, var field) ->
                    sources.add(new Executed.Source(
                            new Expression.Result(id + ":" + label, field, row), Tags.plain(value)));
                case Counted(var label) -> {
                    sources.add(new Executed.Source(new Expression.Count(id + ":" + label), Tags.plain(value)));
                    rowsRead = ((Number) value).longValue();
                }
                case Summed(var label, var field) ->
                    sources.add(new Executed.Source(
                            new Expression.Result(id + ":" + label, field, row), Tags.plain(value)));
                case Computed computed -> {}
            }
        }
    }

    /** Returns the position of a column; if there are more columns than are known, by its name. */
    private static int index(ResultSetMetaData data, String name, int position, int count) throws SQLException {
        if (data.getColumnCount() == count && !data.getColumnLabel(position).equals(name)) {
            for (int i = 1; i <= count; i++) {
                if (data.getColumnLabel(i).equalsIgnoreCase(name)) {
                    return i;
                }
            }
            return position;
        }
        return data.getColumnCount() == count ? position : 0;
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
        hasUncommitted = false;
    }

    @Override
    public void rolledBack() {
        isTakenBack |= hasUncommitted;
        hasUncommitted = false;
    }

    /** Ends the run and returns what was done. A failure of the body is a failure of the transaction. */
    public Trace end(Map<String, Object> arguments, String failure) {
        String why = failure;
        if (failure.isEmpty() && (isTakenBack || hasUncommitted)) {
            why = isTakenBack ? "it rolled back" : "it did not commit what it wrote";
        }
        return new Trace(arguments, steps, why, obstacle);
    }
}
