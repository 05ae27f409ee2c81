package moirai.sources;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import moirai.directed.program.Assignment;
import moirai.directed.program.Expression;
import moirai.directed.program.Pick;
import moirai.directed.program.Statement;
import moirai.directed.program.Table;
import moirai.directed.program.TxnType;

/** Leaves out the tables and fields that no statement names: they cannot be part of a conflict. */
public final class UsedTables {

    private UsedTables() {}

    /** Returns the tables that statements name, each with its key and the fields that they name. */
    public static List<Table> of(List<Table> tables, List<TxnType> txns) {
        List<Statement> statements = txns.stream()
                .flatMap(txn -> txn.steps().stream())
                .map(Statement.class::cast)
                .toList();
        return tables.stream()
                .filter(table -> statements.stream()
                        .anyMatch(statement -> statement.table().equals(table.name())))
                .map(table -> used(table, statements))
                .toList();
    }

    private static Table used(Table table, List<Statement> statements) {
        Set<String> used = new HashSet<>();
        statements.stream()
                .filter(statement -> statement.table().equals(table.name()))
                .forEach(statement -> {
                    statement.expressions().flatMap(UsedTables::field).forEach(used::add);
                    statement.assignments().stream().map(Assignment::field).forEach(used::add);
                    if (statement instanceof Statement.Select select) {
                        used.addAll(select.fields());
                        picked(select.pick()).forEach(used::add);
                    }
                });
        return new Table(
                table.name(),
                table.key(),
                table.fields().stream().filter(used::contains).toList());
    }

    private static Stream<String> field(Expression part) {
        return part instanceof Expression.Field(var name) ? Stream.of(name) : Stream.of();
    }

    private static Stream<String> picked(Pick pick) {
        return switch (pick) {
            case Pick.All all -> Stream.of();
            case Pick.Least(var field) -> Stream.of(field);
            case Pick.Greatest(var field) -> Stream.of(field);
        };
    }
}
