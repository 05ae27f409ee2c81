package moirai.directed.examples;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import moirai.directed.program.Assignment;
import moirai.directed.program.Condition;
import moirai.directed.program.Expression;
import moirai.directed.program.Operator;
import moirai.directed.program.Pick;
import moirai.directed.program.Statement;
import moirai.directed.program.Step;
import moirai.directed.program.Table;
import moirai.directed.program.TxnType;

/** The factory methods with which example programs are written. */
public final class Parts {

    private Parts() {}

    public static Table table(String name, String key, String... fields) {
        return new Table(name, List.of(key.split(",")), List.of(fields));
    }

    /** Returns a transaction; the parameters are separated by commas. */
    public static TxnType txn(String name, String parameters, Step... steps) {
        return new TxnType(name, parameters.isEmpty() ? List.of() : List.of(parameters.split(",")), List.of(steps));
    }

    public static Expression constant(int value) {
        return new Expression.Constant(value);
    }

    public static Expression parameter(String name) {
        return new Expression.Parameter(name);
    }

    public static Expression field(String name) {
        return new Expression.Field(name);
    }

    /** Returns the result that a path such as {@code q1.bal} names: a field in the first row of a SELECT. */
    public static Expression result(String path) {
        String[] parts = path.split("\\.", -1);
        return new Expression.Result(parts[0], parts[1], 0);
    }

    /** Returns a condition that holds if all parts hold, on keys for example. */
    public static Condition where(Condition... parts) {
        return Condition.and(parts);
    }

    public static Condition is(String field, String parameter) {
        return Condition.is(field, parameter(parameter));
    }

    public static Condition is(String field, Expression value) {
        return Condition.is(field, value);
    }

    public static Condition compare(Expression left, String operator, Expression right) {
        return new Condition.Compare(left, Operator.of(operator).orElseThrow(), right);
    }

    /** Returns a SELECT; the fields are separated by commas. */
    public static Statement.Select select(String label, String fields, String table, Condition where) {
        return new Statement.Select(
                label,
                table,
                fields.isEmpty() ? List.of() : List.of(fields.split(",")),
                where,
                Pick.all(),
                Condition.always());
    }

    public static Statement.Update update(String label, String table, Condition where, Assignment... set) {
        return new Statement.Update(label, table, List.of(set), where, Condition.always(), false);
    }

    public static Statement.Insert insert(String label, String table, Assignment... values) {
        return new Statement.Insert(label, table, List.of(values), Condition.always());
    }

    public static Statement.Delete delete(String label, String table, Condition where) {
        return new Statement.Delete(label, table, where, Condition.always());
    }

    public static Assignment to(String field, Expression value) {
        return new Assignment(field, value);
    }

    /** Returns the same SELECT, restricted to the row with the least value of a field. */
    public static Statement least(String field, Statement.Select select) {
        return new Statement.Select(
                select.label(), select.table(), select.fields(), select.where(), new Pick.Least(field), select.guard());
    }

    /** Returns the same update as one step of the database. */
    public static Statement atomically(Statement.Update update) {
        return new Statement.Update(update.label(), update.table(), update.set(), update.where(), update.guard(), true);
    }

    /** Returns the same statement under a further condition. */
    public static Statement when(Condition guard, Statement statement) {
        Condition all = Condition.and(guard, statement.guard());
        return switch (statement) {
            case Statement.Select(var label, var table, var fields, var where, var pick, var old, var locks) ->
                new Statement.Select(label, table, fields, where, pick, all, locks);
            case Statement.Insert(var label, var table, var values, var old) ->
                new Statement.Insert(label, table, values, all);
            case Statement.Update(var label, var table, var set, var where, var old, var atomic) ->
                new Statement.Update(label, table, set, where, all, atomic);
            case Statement.Delete(var label, var table, var where, var old) ->
                new Statement.Delete(label, table, where, all);
        };
    }

    /** Returns all these statements under a further condition. */
    public static Step[] allWhen(Condition guard, Statement... statements) {
        return Stream.of(statements).map(statement -> when(guard, statement)).toArray(Step[]::new);
    }

    /** Returns steps one after the other. */
    public static Step[] steps(Step first, Step... others) {
        var all = new ArrayList<Step>();
        all.add(first);
        all.addAll(List.of(others));
        return all.toArray(Step[]::new);
    }
}
