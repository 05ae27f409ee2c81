package moirai.directed.encoding;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import moirai.directed.program.Assignment;
import moirai.directed.program.Condition;
import moirai.directed.program.Expression;
import moirai.directed.program.Operation;
import moirai.directed.program.Operator;
import moirai.directed.program.Program;
import moirai.directed.program.Statement;
import moirai.directed.program.Table;
import moirai.directed.solving.Circuit;
import moirai.directed.solving.Words;

/**
 * A field that every write of a program makes larger, in one step of the database, such as the version of a row. A
 * transaction that finds the same number twice has missed no write in between.
 *
 * <p>The rows of its table are neither made nor removed, since a row that is made again begins again.
 *
 * @param together the fields that each write of this one writes as well, itself included
 */
record Growing(String table, String field, Set<String> together) {

    /** Returns all such fields of a program. */
    static List<Growing> of(Program program, int loopMax) {
        var found = new ArrayList<Growing>();
        for (Table table : program.tables()) {
            List<Statement> writes = program.statements(table, loopMax)
                    .filter(statement -> !(statement instanceof Statement.Select))
                    .toList();
            List<Statement.Update> updates = writes.stream()
                    .filter(Statement.Update.class::isInstance)
                    .map(Statement.Update.class::cast)
                    .toList();
            if (updates.size() == writes.size()) {
                table.fields().stream()
                        .flatMap(field -> of(field, updates).stream())
                        .forEach(found::add);
            }
        }
        return found;
    }

    private static List<Growing> of(String field, List<Statement.Update> updates) {
        List<Statement.Update> writes = updates.stream()
                .filter(update -> fields(update).contains(field))
                .toList();
        if (writes.isEmpty() || !writes.stream().allMatch(update -> grows(field, update))) {
            return List.of();
        }
        Set<String> together = fields(writes.getFirst());
        writes.forEach(update -> together.retainAll(fields(update)));
        return List.of(new Growing(writes.getFirst().table(), field, together));
    }

    private static Set<String> fields(Statement.Update update) {
        return update.set().stream().map(Assignment::field).collect(Collectors.toSet());
    }

    /** Returns whether an update adds to what it finds in the field: there itself, or where it was looked up before. */
    private static boolean grows(String field, Statement.Update update) {
        Expression found = new Expression.Field(field);
        List<Expression> values = Stream.concat(
                        Stream.of(found), update.where().conjuncts().stream().flatMap(part -> equalTo(found, part)))
                .toList();
        return update.atomic()
                && update.set().stream()
                        .filter(assignment -> assignment.field().equals(field))
                        .allMatch(assignment ->
                                assignment.value() instanceof Expression.Arithmetic(var operation, var left, var right)
                                        && operation == Operation.PLUS
                                        && values.contains(left)
                                        && right instanceof Expression.Constant(var number)
                                        && number > 0);
    }

    private static Stream<Expression> equalTo(Expression found, Condition part) {
        if (!(part instanceof Condition.Compare(var left, var operator, var right)) || operator != Operator.EQUAL) {
            return Stream.of();
        }
        return left.equals(found) ? Stream.of(right) : right.equals(found) ? Stream.of(left) : Stream.of();
    }

    /** A formula on the numbers that statements find in such fields, beside other transactions. */
    record Numbers(Circuit circuit, Words words, RowLocks locks, Others others, List<Effect> effects) {

        Numbers {
            effects = List.copyOf(effects);
        }

        /**
         * Requires that a reader finds at least the number of each write that it sees, and that it sees each write
         * whose number is not above what it finds, or a later one. If its own transaction wrote the number, the latter
         * is not required: that write may have seen what the reader does not.
         */
        void require(Growing growing) {
            for (Effect reader : effects) {
                for (Effect writer : effects) {
                    boolean isOther = reader.query.txn() != writer.query.txn();
                    if (isOther && writer.table.name().equals(growing.table()) && reader.table.equals(writer.table)) {
                        for (int row = 0; row < reader.rows(); row++) {
                            require(growing, reader, writer, row);
                        }
                    }
                }
            }
        }

        private void require(Growing growing, Effect reader, Effect writer, int row) {
            int writes = writer.writes(growing.field(), row);
            if (writes == Circuit.FALSE) {
                return;
            }
            // A number that grows is taken for one that never runs out; the bits suffice for what these calls add.
            circuit.require(Circuit.not(writes), Circuit.not(writer.overflow(growing.field(), row)));
            int below = words.less(reader.view(growing.field(), row), writer.written(growing.field(), row));
            int visible = locks.visible(writer, reader, row);
            circuit.require(Circuit.not(writes), Circuit.not(visible), Circuit.not(below));
            int wroteItself = circuit.or(effects.stream()
                    .filter(own -> own.query.isBeforeInTxn(reader.query) && own.table.equals(reader.table))
                    .mapToInt(own -> own.writes(growing.field(), row))
                    .toArray());
            for (String field : growing.together()) {
                circuit.require(
                        Circuit.not(writes), below, visible, wroteItself, others.hide(reader, writer, field, row));
            }
        }
    }
}
