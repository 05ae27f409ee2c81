package moirai.directed.repairs;

import java.util.List;
import java.util.stream.Stream;
import moirai.directed.program.Assignment;
import moirai.directed.program.Condition;
import moirai.directed.program.Expression;
import moirai.directed.program.Program;
import moirai.directed.program.Statement;
import moirai.directed.program.Table;
import moirai.directed.program.TxnType;

/*
 * An optimistic lock: the table gets a number that each write of a row makes larger. The transaction reads it together
 * with what it goes on with, writes the row only where the number is the same, and rolls back if it wrote no row.
 *
 * Example: SELECT stock FROM item WHERE id = :item; UPDATE item SET stock = q1.stock - :n WHERE id = :item becomes
 * SELECT stock, version …; UPDATE item SET stock = q1.stock - :n, version = version + 1 WHERE id = :item AND version =
 * q1.version; COMMIT IF count(u1) > 0.
 */
/**
 * A version column that a transaction checks.
 *
 * @param field the name of the column, which the table does not have
 */
public record VersionFix(String txn, String table, String field, List<Check> checks) implements Fix {

    public VersionFix {
        checks = List.copyOf(checks);
    }

    /** An update that checks the version which a SELECT returned; both by their labels. */
    public record Check(String read, String write) {}

    @Override
    public ProgramAtLevels of(ProgramAtLevels before) {
        Program program = before.program();
        List<Table> tables = program.tables().stream()
                .map(found -> found.name().equals(table)
                        ? new Table(
                                found.name(),
                                found.key(),
                                Stream.concat(found.fields().stream(), Stream.of(field))
                                        .toList(),
                                found.unique())
                        : found)
                .toList();
        List<TxnType> txns = program.txns().stream().map(this::versioned).toList();
        return new ProgramAtLevels(program.with(tables, txns), before.levels());
    }

    private TxnType versioned(TxnType type) {
        TxnType counting = type.withStatements(statement -> statement.table().equals(table)
                ? type.name().equals(txn) ? checking(statement) : counting(statement)
                : statement);
        return type.name().equals(txn)
                ? counting.committingIf(Condition.and(
                        checks.stream().map(check -> wrote(counting, check)).toArray(Condition[]::new)))
                : counting;
    }

    /** Returns the condition that the update of a check found its row, if it ran. */
    private static Condition wrote(TxnType type, Check check) {
        Condition guard = type.steps().stream()
                .filter(step -> step instanceof Statement)
                .map(step -> (Statement) step)
                .filter(statement -> statement.label().equals(check.write))
                .map(Statement::guard)
                .findFirst()
                .orElse(Condition.always());
        Condition found = Condition.exists(check.write);
        return guard.equals(Condition.always()) ? found : new Condition.Or(List.of(new Condition.Not(guard), found));
    }

    /** Returns a statement of any transaction, which counts its writes. */
    private Statement counting(Statement statement) {
        return switch (statement) {
            case Statement.Update update -> updated(update, update.where());
            case Statement.Insert insert ->
                new Statement.Insert(
                        insert.label(),
                        insert.table(),
                        with(insert.values(), new Expression.Constant(0)),
                        insert.guard());
            case Statement.Select select -> select;
            case Statement.Delete delete -> delete;
        };
    }

    /** Returns a statement of the transaction that checks. */
    private Statement checking(Statement statement) {
        if (statement instanceof Statement.Select select
                && checks.stream().anyMatch(check -> check.read.equals(select.label()))) {
            return new Statement.Select(
                    select.label(),
                    select.table(),
                    Stream.concat(select.fields().stream(), Stream.of(field)).toList(),
                    select.where(),
                    select.pick(),
                    select.guard(),
                    select.locks());
        }
        Condition[] same = checks.stream()
                .filter(check -> check.write.equals(statement.label()))
                .map(check -> Condition.is(field, new Expression.Result(check.read, field, 0)))
                .toArray(Condition[]::new);
        return same.length > 0 && statement instanceof Statement.Update update
                ? updated(update, Condition.and(update.where(), Condition.and(same)))
                : counting(statement);
    }

    /** Returns the update, which adds to the version in one step of the database. */
    private Statement updated(Statement.Update update, Condition where) {
        Expression next = new Expression.Field(field).plus(new Expression.Constant(1));
        return new Statement.Update(
                update.label(), update.table(), with(update.set(), next), where, update.guard(), true);
    }

    private List<Assignment> with(List<Assignment> assignments, Expression value) {
        return Stream.concat(assignments.stream(), Stream.of(new Assignment(field, value)))
                .toList();
    }
}
