package moirai.observation.rehearsals;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import moirai.directed.program.Condition;
import moirai.directed.program.Expression;
import moirai.directed.program.Operator;
import moirai.directed.program.Statement;
import moirai.directed.program.Table;
import moirai.sources.sql.Column;
import moirai.sources.sql.Emitted;

/**
 * A statement of SQL in which parameters stand for its values.
 *
 * @param number from 1, in the order in which they are met
 */
public record Template(int number, Emitted emitted) {

    public List<Statement> statements() {
        return emitted.statements();
    }

    /** Returns the statement whose rows are those of the result; empty if the SQL was left out. */
    public Optional<Statement> last() {
        return statements().stream()
                .filter(statement -> statement.label().equals(emitted.label()))
                .findFirst();
    }

    /** Returns whether the rows of a statement need not exist for the result to have rows. */
    public boolean isOuter(Statement statement) {
        return emitted.outer().contains(statement.label());
    }

    public boolean isQuery() {
        return last().map(Statement.Select.class::isInstance).orElse(false);
    }

    public boolean isWrite() {
        return last().isPresent() && !isQuery();
    }

    public boolean isInsert() {
        return last().map(Statement.Insert.class::isInstance).orElse(false);
    }

    /** Returns whether the result contains the number of rows itself. */
    public boolean isCounting() {
        return emitted.columns().stream().anyMatch(column -> column.source() instanceof Column.Counted);
    }

    /** Returns whether there may be two rows, since not the whole key is compared. */
    public boolean hasMany(List<Table> tables) {
        return last().filter(statement -> !emitted.isOneRow() && hasMany(tables, statement))
                .isPresent();
    }

    /** Returns whether a statement may find two rows, since it does not compare the whole key. */
    public static boolean hasMany(List<Table> tables, Statement statement) {
        return !(statement instanceof Statement.Insert)
                && tables.stream()
                        .filter(table -> table.name().equals(statement.table()))
                        .flatMap(table -> table.key().stream())
                        .anyMatch(key -> compared(statement.where()).noneMatch(key::equals));
    }

    private static Stream<String> compared(Condition where) {
        return Expression.fields(where.conjuncts().stream()
                .flatMap(part -> part instanceof Condition.Compare(var left, var operator, var right)
                                && operator == Operator.EQUAL
                        ? Stream.of(left, right)
                        : Stream.of()));
    }
}
