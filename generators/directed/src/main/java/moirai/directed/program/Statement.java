package moirai.directed.program;

import java.util.List;
import java.util.stream.Stream;

/** A statement on one table. It runs only if its guard, the path condition of the program, holds. */
public sealed interface Statement extends Step {

    /**
     * A statement that reads rows.
     *
     * @param fields what the transaction uses of them; may be empty, for counts and for tests of existence
     * @param locks whether the rows that it returns stay locked until the transaction ends, as by SELECT … FOR UPDATE
     */
    record Select(
            String label, String table, List<String> fields, Condition where, Pick pick, Condition guard, boolean locks)
            implements Statement {

        public Select {
            fields = List.copyOf(fields);
        }

        /** Creates a statement that reads rows and locks none. */
        public Select(String label, String table, List<String> fields, Condition where, Pick pick, Condition guard) {
            this(label, table, fields, where, pick, guard, false);
        }

        /** Returns the same statement, which locks the rows that it returns. */
        public Select locking() {
            return new Select(label, table, fields, where, pick, guard, true);
        }
    }

    /**
     * A statement that makes a row. An existing row is replaced, as by an upsert: weak stores do so with equal keys.
     */
    record Insert(String label, String table, List<Assignment> values, Condition guard) implements Statement {

        public Insert {
            values = List.copyOf(values);
        }

        @Override
        public Condition where() {
            return Condition.always();
        }
    }

    /**
     * A statement that changes the rows that match.
     *
     * @param atomic whether the database reads and writes each row as one step, as {@code SET n = n + 1} does if rows
     *    are locked: no earlier write of the changed fields is missed, at any level
     */
    record Update(String label, String table, List<Assignment> set, Condition where, Condition guard, boolean atomic)
            implements Statement {

        public Update {
            set = List.copyOf(set);
        }
    }

    /** A statement that removes the rows that match. */
    record Delete(String label, String table, Condition where, Condition guard) implements Statement {}

    /** Returns the name of the table that it reads or writes. */
    String table();

    /** Returns the condition on its rows; always true for inserts. */
    Condition where();

    /** Returns the condition under which it runs at all. */
    Condition guard();

    /**
     * Returns whether existing rows that it takes are locked until its transaction ends: those that it changes, removes
     * or locks.
     */
    default boolean holdsRows() {
        return switch (this) {
            case Select select -> select.locks();
            case Insert insert -> false;
            case Update update -> true;
            case Delete delete -> true;
        };
    }

    /** Returns whether it changes or locks rows of several keys of its table, or may. */
    default boolean takesRows(Table table) {
        boolean isOneRow =
                where().pins(table.key()) || (this instanceof Select select && !select.pick.equals(Pick.all()));
        return holdsRows() && !isOneRow;
    }

    /** Returns the statement that reads which rows this one would take, and no more. */
    default Select asChoice() {
        return new Select(label(), table(), List.of(), where(), Pick.all(), guard());
    }

    /** Returns the values that it writes; none for reads and deletes. */
    default List<Assignment> assignments() {
        return switch (this) {
            case Insert insert -> insert.values();
            case Update update -> update.set();
            case Select select -> List.of();
            case Delete delete -> List.of();
        };
    }

    /** Returns the fields of its table that it looks at, computes with or returns; some perhaps several times. */
    default Stream<String> readFields() {
        Stream<String> computed = Expression.fields(expressions());
        return this instanceof Select select
                ? Stream.of(computed, select.fields().stream(), select.pick().field().stream())
                        .flatMap(part -> part)
                : computed;
    }

    /** Returns the same kind of statement on the same table with other parts. Parts that the kind lacks are ignored. */
    default Statement with(String label, List<Assignment> assignments, Condition where, Condition guard) {
        return switch (this) {
            case Select select ->
                new Select(label, select.table, select.fields, where, select.pick, guard, select.locks);
            case Insert insert -> new Insert(label, insert.table, assignments, guard);
            case Update update -> new Update(label, update.table, assignments, where, guard, update.atomic);
            case Delete delete -> new Delete(label, delete.table, where, guard);
        };
    }

    /** Returns all expressions that it computes, with all parts. */
    default Stream<Expression> expressions() {
        return Stream.of(
                        where().expressions(),
                        guard().expressions(),
                        assignments().stream()
                                .flatMap(assignment -> assignment.value().parts()))
                .flatMap(part -> part);
    }
}
