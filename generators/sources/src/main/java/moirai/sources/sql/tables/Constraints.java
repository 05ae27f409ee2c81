package moirai.sources.sql.tables;

import java.util.ArrayList;
import java.util.List;
import moirai.directed.program.Assignment;
import moirai.directed.program.Origin;
import moirai.directed.program.Statement;
import moirai.directed.program.Table;
import moirai.sources.diagnostic.Diagnostics;

/**
 * Reports the constraints whose absence a program could notice, and what that costs.
 *
 * <p>A constraint only takes executions away, so that a proof without it holds with it, unless the database reads other
 * cells to check it that transactions write: then there is a dependency that nobody sees. Hence a constraint on what no
 * transaction writes is {@code more}, any other one a {@code loss}. Unique columns are known to abstract programs,
 * which enforce them if nobody changes them or removes a row.
 *
 * <p>Cost: constraints times statements.
 */
public final class Constraints {

    private final Diagnostics diagnostics;
    private final List<Constraint> all = new ArrayList<>();
    private final List<Omission> omissions = new ArrayList<>();

    /** A column that is missing where a row is made. */
    private record Omission(Origin origin, String table, String field, String initial) {}

    Constraints(Diagnostics diagnostics) {
        this.diagnostics = diagnostics;
    }

    void add(List<Constraint> constraints) {
        all.addAll(constraints);
    }

    /** Notes that a row was made without this column, for which the database takes the default of the definition. */
    public void omitted(Origin origin, String table, String field, String initial) {
        omissions.add(new Omission(origin, table, field, initial));
    }

    /** Reports the constraints that these statements, all of a program's, may notice. */
    public void report(List<Statement> statements, List<Table> tables) {
        for (Constraint constraint : all) {
            var here = new On(constraint.table(), statements);

            switch (constraint.rule()) {
                case Constraint.Unique unique when here.isKept(constraint, tables) -> {}
                case Constraint.Unique unique -> unique(constraint, here);
                case Constraint.Reference rule -> reference(constraint, rule, here, new On(rule.parent(), statements));
                case Constraint.Check(var condition) -> check(constraint, condition, here);
                case Constraint.Computed computed -> computed(constraint, here);
            }
        }
        for (Omission omission : omissions) {
            if (new On(omission.table(), statements).reads(omission.field())) {
                diagnostics.loss(
                        omission.origin(),
                        omission.table() + "." + omission.field() + " is not given a value",
                        omission.initial().isEmpty()
                                ? "NULL is taken for 0"
                                : "the default " + omission.initial() + " is taken for any number");
            }
        }
    }

    private static String list(Constraint constraint) {
        return "(" + String.join(", ", constraint.columns()) + ")";
    }

    private void unique(Constraint unique, On here) {
        String what = "UNIQUE " + list(unique) + " of table " + unique.table();
        if (here.inserts() || here.sets(unique.columns())) {
            diagnostics.loss(unique.origin(), what, "taken for no constraint: nothing is refused");
        } else if (here.names(unique.columns())) {
            diagnostics.more(unique.origin(), what, "rows may agree in it");
        }
    }

    private void reference(Constraint reference, Constraint.Reference rule, On child, On parent) {
        String what = list(reference) + " of table " + reference.table() + " REFERENCES " + rule.parent();
        boolean isGiven = child.inserts() || child.sets(reference.columns());
        if (parent.deletes() && child.isUsed() && !rule.action().isEmpty()) {
            diagnostics.loss(
                    reference.origin(),
                    what + " ON DELETE " + rule.action(),
                    "table " + reference.table() + " is left as it is");
        } else if ((isGiven && (parent.deletes() || parent.inserts())) || (parent.deletes() && child.deletes())) {
            diagnostics.loss(reference.origin(), what, "taken for no constraint: nothing is refused");
        } else if (isGiven || parent.deletes() || (parent.isUsed() && child.names(reference.columns()))) {
            diagnostics.more(reference.origin(), what, "the row that is named may be missing");
        }
    }

    private void check(Constraint check, String condition, On here) {
        String what = "CHECK " + condition + " of table " + check.table();
        boolean readsMore = check.columns().size() != 1;
        if (readsMore && here.sets(check.columns())) {
            diagnostics.loss(check.origin(), what, "taken for no constraint: nothing is refused");
        } else if (here.inserts() || here.names(check.columns())) {
            diagnostics.more(check.origin(), what, "rows may break it");
        }
    }

    private void computed(Constraint computed, On here) {
        if (computed.columns().stream().anyMatch(here::reads)) {
            diagnostics.loss(
                    computed.origin(),
                    "the database computes " + computed.table() + "."
                            + computed.columns().getFirst(),
                    "taken for a column that statements alone change");
        }
    }

    /** The effects of the statements on one table. */
    private static final class On {

        private final List<Statement> statements;

        On(String table, List<Statement> all) {
            statements = all.stream()
                    .filter(statement -> statement.table().equalsIgnoreCase(table))
                    .toList();
        }

        /** Returns whether the abstract program has the constraint, too, and enforces it. */
        boolean isKept(Constraint constraint, List<Table> tables) {
            return !deletes()
                    && !sets(constraint.columns())
                    && tables.stream()
                            .filter(table -> table.name().equalsIgnoreCase(constraint.table()))
                            .flatMap(table -> table.unique().stream())
                            .anyMatch(fields -> fields.size()
                                            == constraint.columns().size()
                                    && constraint.columns().stream()
                                            .allMatch(column -> fields.stream().anyMatch(column::equalsIgnoreCase)));
        }

        boolean isUsed() {
            return !statements.isEmpty();
        }

        boolean inserts() {
            return statements.stream().anyMatch(Statement.Insert.class::isInstance);
        }

        boolean deletes() {
            return statements.stream().anyMatch(Statement.Delete.class::isInstance);
        }

        boolean sets(List<String> columns) {
            return statements.stream()
                    .filter(Statement.Update.class::isInstance)
                    .flatMap(update -> update.assignments().stream())
                    .map(Assignment::field)
                    .anyMatch(field -> columns.stream().anyMatch(field::equalsIgnoreCase));
        }

        boolean names(List<String> columns) {
            return sets(columns) || columns.stream().anyMatch(this::reads);
        }

        boolean reads(String column) {
            return statements.stream().flatMap(Statement::readFields).anyMatch(column::equalsIgnoreCase);
        }
    }
}
