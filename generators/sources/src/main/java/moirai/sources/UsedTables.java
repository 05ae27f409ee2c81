package moirai.sources;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import moirai.directed.program.Assignment;
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
                    statement.readFields().forEach(used::add);
                    statement.assignments().stream().map(Assignment::field).forEach(used::add);
                });
        return new Table(
                table.name(),
                table.key(),
                table.fields().stream().filter(used::contains).toList(),
                table.unique().stream().filter(used::containsAll).toList());
    }
}
