package moirai.sources.execution.calls;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import moirai.directed.program.Condition;
import moirai.directed.program.Expression;
import moirai.directed.program.Operator;
import moirai.directed.program.Statement;
import moirai.directed.program.Step;
import moirai.sources.diagnostic.Diagnostic;
import moirai.sources.execution.values.Logic;
import moirai.sources.execution.values.Lowering;
import moirai.sources.execution.values.State;
import moirai.sources.execution.values.TxnRecord;
import moirai.sources.execution.values.Value;
import moirai.sources.sql.Column;
import moirai.sources.sql.SqlTranslator;

/** Executes calls of the interfaces of JDBC: connections, statements and result sets. */
public final class Jdbc {

    private static final Set<String> CONNECTION = Set.of("""
            close isClosed isValid getAutoCommit getMetaData getTransactionIsolation isReadOnly setReadOnly
            setSavepoint releaseSavepoint setNetworkTimeout setClientInfo setHoldability getWarnings
            clearWarnings toString hashCode equals
            """.split("\\s+"));

    private static final Set<String> STATEMENT = Set.of("""
            close isClosed closeOnCompletion getUpdateCount getLargeUpdateCount setQueryTimeout setFetchSize
            setFetchDirection setPoolable getWarnings clearWarnings getMetaData
            """.split("\\s+"));

    private static final Set<String> ROWS = Set.of(
            "close isClosed getMetaData findColumn setFetchSize getWarnings clearWarnings getStatement".split(" "));

    private final TxnRecord record;
    private final Emission emission;

    public Jdbc(TxnRecord record, SqlTranslator translator) {
        this.record = record;
        this.emission = new Emission(record, translator);
    }

    public Value onConnection(Value.Database connection, String name, List<Value> arguments, State state) {
        if (Set.of("getConnection", "commit").contains(name)) {
            record.noteBoundary();
        }
        if (name.startsWith("prepare") || name.startsWith("create")) {
            record.useConnection(connection.name());
        }
        return switch (name) {
            case "getConnection" -> {
                // Until it is told otherwise, each statement of a new connection commits by itself.
                state.commitEach(true);
                yield new Value.Database(record.name("connection "));
            }
            case "unwrap" -> connection;
            case "prepareStatement", "prepareCall" -> statement(arguments.getFirst(), state);
            case "createStatement" -> statement(new Value.Nothing(), state);
            case "commit" -> {
                emission.ended(state);
                yield new Value.Nothing();
            }
            case "rollback" -> {
                if (arguments.isEmpty()) {
                    record.giveUp(state, "", false);
                    emission.ended(state);
                } else if (record.hasWritten() || record.hasLocked()) {
                    record.loss(
                            "a part of the transaction is rolled back",
                            "what it wrote is taken for written, what it locked for locked");
                }
                yield new Value.Nothing();
            }
            case "setAutoCommit" -> {
                emission.setAutoCommit(arguments.getFirst(), state);
                yield new Value.Nothing();
            }
            case "setTransactionIsolation" -> {
                record.loss("the isolation level is set", "taken for the level that is asked about");
                yield new Value.Nothing();
            }
            default -> other("connection", name, CONNECTION);
        };
    }

    private Value statement(Value sql, State state) {
        return record.allocate(new Value.Prepared(sql, Map.of(), new Value.Nothing(), List.of()), state);
    }

    public Value onStatement(int address, Value.Prepared statement, String name, List<Value> arguments, State state) {
        if (name.startsWith("set") && arguments.size() >= 2) {
            bind(address, statement, name, arguments, state);
            return new Value.Nothing();
        }
        return switch (name) {
            case "executeQuery" -> run(address, statement, arguments, state).rows();
            case "executeUpdate", "executeLargeUpdate" ->
                run(address, statement, arguments, state).count();
            case "addBatch" -> {
                var batch = new ArrayList<>(statement.batch());
                batch.add(new Value.Queued(state.path(), sql(statement, arguments), statement.binds(), record.here()));
                put(address, statement, batch, state);
                yield new Value.Nothing();
            }
            case "clearBatch" -> {
                put(address, statement, List.of(), state);
                yield new Value.Nothing();
            }
            case "execute" -> {
                int before = record.steps().size();
                run(address, statement, arguments, state);
                yield hasRows(before);
            }
            case "getResultSet", "getGeneratedKeys" -> statement.rows();
            case "getConnection" -> new Value.Database(record.connection());
            case "clearParameters" -> {
                state.heap()
                        .put(
                                address,
                                new Value.Prepared(statement.sql(), Map.of(), statement.rows(), statement.batch()));
                yield new Value.Nothing();
            }
            case "executeBatch", "executeLargeBatch" -> {
                runBatch(statement.batch(), state);
                put(address, statement, List.of(), state);
                yield record.unknown("how many rows a batch changed", List.of());
            }
            default -> other("statement", name, STATEMENT);
        };
    }

    /** Returns whether the executed statement returns rows: a query does, a change only if it says RETURNING. */
    private Value hasRows(int before) {
        List<Step> steps = record.steps();
        List<Step> own = steps.subList(before, steps.size());
        if (!own.isEmpty() && own.stream().allMatch(Statement.Select.class::isInstance)) {
            return new Value.Truth(Condition.always());
        }
        return record.unknown("whether a statement returns rows", List.of());
    }

    private static void put(int address, Value.Prepared statement, List<Value.Queued> batch, State state) {
        state.heap().put(address, new Value.Prepared(statement.sql(), statement.binds(), statement.rows(), batch));
    }

    /** Runs the statements of a batch, each if it was added on this path, in the order in which they were added. */
    private void runBatch(List<Value.Queued> batch, State state) {
        var origin = record.here();
        for (Value.Queued queued : batch) {
            State here = state.copy();
            here.assume(queued.when());
            if (here.isReached()) {
                record.moveTo(queued.origin());
                emission.execute(queued.sql(), queued.binds(), here);
            }
        }
        record.moveTo(origin);
    }

    private Value other(String what, String name, Set<String> harmless) {
        if (!harmless.contains(name)) {
            record.loss(what + "." + name + "() is not known", "taken for nothing that is done");
        }
        return record.unknown(what + "." + name + "()", List.of());
    }

    private void bind(int address, Value.Prepared statement, String name, List<Value> arguments, State state) {
        Map<Integer, Value> binds = new TreeMap<>(statement.binds());
        Value value = name.equals("setNull") ? new Value.Nothing() : arguments.get(1);
        for (Value.Option option : Lowering.options(arguments.getFirst(), state.path())) {
            int index = option.value().index();
            if (index < 1) {
                record.loss("the number of a bound parameter is not constant", "the value is left out");
            } else {
                Value old = binds.getOrDefault(index, value);
                binds.put(index, record.merging().choice(option.when(), value, old));
            }
        }
        state.heap().put(address, new Value.Prepared(statement.sql(), binds, statement.rows(), statement.batch()));
    }

    private Emission.Executed run(int address, Value.Prepared statement, List<Value> arguments, State state) {
        Emission.Executed executed = emission.execute(sql(statement, arguments), statement.binds(), state);
        state.heap()
                .put(
                        address,
                        new Value.Prepared(statement.sql(), statement.binds(), executed.rows(), statement.batch()));
        return executed;
    }

    /** Returns the text of a statement: that of the call, if the statement was made without one. */
    private static Value sql(Value.Prepared statement, List<Value> arguments) {
        boolean isText = !arguments.isEmpty()
                && !(arguments.getFirst() instanceof Value.Constant)
                && statement.sql() instanceof Value.Nothing;
        return isText ? arguments.getFirst() : statement.sql();
    }

    public Value onRows(int address, Value.Rows rows, String name, List<Value> arguments, State state) {
        if (name.equals("next") || (name.equals("first") && rows.cursor() < 0)) {
            int row = rows.cursor() + 1;
            state.heap().put(address, new Value.Rows(rows.answers(), row, rows.wasNull()));
            return new Value.Truth(exists(rows, row));
        }
        if (name.equals("wasNull")) {
            return rows.wasNull();
        }
        if (name.startsWith("get") && !arguments.isEmpty()) {
            return read(address, rows, arguments.getFirst(), state);
        }
        return other("result set", name, ROWS);
    }

    /** Returns the condition under which there is a row with this number; results of counts and sums have one row. */
    private Condition exists(Value.Rows rows, int row) {
        Condition any = Logic.NEVER;
        for (Value.Answer answer : rows.answers()) {
            Condition has = answer.isOneRow()
                    ? Logic.of(row == 0)
                    : Logic.compare(new Expression.Count(answer.label()), Operator.MORE, new Expression.Constant(row));
            any = Logic.or(any, has);
        }
        return rows.answers().isEmpty()
                ? record.lowering().truth(record.unknown("whether there is a row", List.of()))
                : any;
    }

    private Value read(int address, Value.Rows rows, Value column, State state) {
        if (rows.cursor() < 0) {
            record.loss("a column is read before next()", "taken for the first row");
        }
        int row = Math.max(rows.cursor(), 0);
        state.assume(exists(rows, row));
        var values = new ArrayList<Expression>();
        Condition isNull = Logic.NEVER;
        for (Value.Answer answer : rows.answers()) {
            Optional<Column> found = find(answer, column);
            if (found.isEmpty()) {
                return record.unknown("column " + shown(column), List.of());
            }
            if (found.get().source() instanceof Column.Unknown(var what, var from)) {
                List<Value> read = from.stream()
                        .<Value>map(one -> new Value.Numeric(new Expression.Result(one.label(), one.field(), row)))
                        .toList();
                return record.unknown(what, read);
            }
            values.add(value(found.get(), row));
            if (answer.isOneRow()) {
                isNull = Logic.or(isNull, none(found.get()));
            }
        }
        Value wasNull =
                Logic.isNever(isNull) ? record.unknown("whether a column is NULL", List.of()) : new Value.Truth(isNull);
        state.heap().put(address, new Value.Rows(rows.answers(), rows.cursor(), wasNull));
        // Of several answers one ran, and of the others all values are 0.
        return values.isEmpty()
                ? record.unknown("column " + shown(column), List.of())
                : new Value.Numeric(values.stream().reduce(Expression::plus).orElseThrow());
    }

    private static String shown(Value column) {
        return column instanceof Value.Literal(var text) ? text : "of a number";
    }

    private Optional<Column> find(Value.Answer answer, Value column) {
        if (column instanceof Value.Literal(var name)) {
            return answer.columns().stream()
                    .filter(candidate -> candidate.name().equalsIgnoreCase(name))
                    .findFirst();
        }
        int index = column.index();
        return index >= 1 && index <= answer.columns().size()
                ? Optional.of(answer.columns().get(index - 1))
                : Optional.empty();
    }

    private Expression value(Column column, int row) {
        return switch (column.source()) {
            case Column.Stored(var label, var field) -> new Expression.Result(label, field, row);
            case Column.Counted(var label) -> new Expression.Count(label);
            case Column.Computed(var value) -> value;
            case Column.Unknown unknown -> throw new IllegalStateException("no number: " + unknown);
            case Column.Summed(var label, var field) -> {
                record.diagnostics()
                        .bound(record.here(), Diagnostic.SUM_OVER_ROWS, "taken for the sum over the first two");
                yield new Expression.Result(label, field, 0).plus(new Expression.Result(label, field, 1));
            }
        };
    }

    /**
     * Returns the condition under which a column is NULL because there are no rows: MIN, MAX and SUM are, a count is
     * not.
     */
    private static Condition none(Column column) {
        return switch (column.source()) {
            case Column.Stored(var label, var field) -> empty(label);
            case Column.Summed(var label, var field) -> empty(label);
            case Column.Counted counted -> Logic.NEVER;
            case Column.Computed computed -> Logic.NEVER;
            case Column.Unknown unknown -> Logic.NEVER;
        };
    }

    private static Condition empty(String label) {
        return Logic.compare(new Expression.Count(label), Operator.EQUAL, new Expression.Constant(0));
    }
}
