package moirai.directed.program;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A check that each name in a program means one thing. Throws IllegalArgumentException with the place if not. */
final class ProgramCheck {

    private final List<Table> tables;

    /** The statements so far of the transaction that is checked. */
    private final Map<String, Statement> earlier = new LinkedHashMap<>();

    private List<String> parameters = List.of();
    private String place = "";

    ProgramCheck(List<Table> tables) {
        this.tables = tables;
    }

    void check(String program, List<TxnType> txns) {
        place = "program " + program;
        distinct("table", tables.stream().map(Table::name).toList());
        distinct("transaction", txns.stream().map(TxnType::name).toList());
        for (TxnType txn : txns) {
            place = "transaction " + txn.name();
            distinct("parameter", txn.parameters());
            distinct("label", Unrolling.labels(txn.steps()).toList());
            earlier.clear();
            parameters = txn.parameters();
            check(txn.name(), txn.steps(), false);
            place = "transaction " + txn.name() + ", commit";
            txn.commit().expressions().forEach(part -> expression(part, List.of(), false));
        }
    }

    void check(List<Invariant> invariants) {
        place = "invariants";
        distinct("invariant", invariants.stream().map(Invariant::name).toList());
        for (Invariant invariant : invariants) {
            place = "invariant " + invariant.name();
            earlier.clear();
            parameters = List.of();
            var fields = new ArrayList<String>();
            invariant.rows().forEach((row, table) -> {
                for (String field : table(table).allFields()) {
                    fields.add(row + "." + field);
                }
            });
            invariant.condition().expressions().forEach(part -> {
                require(
                        !(part instanceof Expression.Any),
                        "an unknown number says nothing about rows; compare fields and constants");
                expression(part, fields, false);
            });
        }
    }

    private Table table(String name) {
        return tables.stream()
                .filter(candidate -> candidate.name().equals(name))
                .findFirst()
                .orElseThrow(() -> wrong("no table '" + name + "'; there are "
                        + tables.stream().map(Table::name).toList()));
    }

    private void distinct(String what, List<String> names) {
        var seen = new HashSet<String>();
        for (String name : names) {
            require(
                    !name.isBlank() && !name.contains("#"),
                    what + " '" + name + "' is blank or has a '#'; choose a name");
            require(seen.add(name), what + " '" + name + "' is there twice; choose another name");
        }
    }

    private void check(String txn, List<Step> steps, boolean inLoop) {
        for (Step step : steps) {
            place = "transaction " + txn + ", step " + step.label();
            switch (step) {
                case Statement statement -> {
                    check(statement, inLoop);
                    earlier.put(statement.label(), statement);
                }
                case Loop loop -> {
                    loop.times().parts().forEach(part -> expression(part, List.of(), inLoop));
                    Set<String> before = Set.copyOf(earlier.keySet());
                    check(txn, loop.steps(), true);
                    // What an iteration saw is not known after the loop: which iteration would it be?
                    earlier.keySet().retainAll(before);
                }
            }
        }
    }

    private void check(Statement statement, boolean inLoop) {
        Table table = table(statement.table());
        List<String> fields = table.allFields();
        statement.where().expressions().forEach(part -> expression(part, fields, inLoop));
        statement.guard().expressions().forEach(part -> expression(part, List.of(), inLoop));
        distinct(
                "assignment of",
                statement.assignments().stream().map(Assignment::field).toList());
        switch (statement) {
            case Statement.Select select -> select(select, fields);
            case Statement.Insert insert -> {
                values(insert, table.allFields(), List.of(), inLoop);
                List<String> missing = new ArrayList<>(table.key());
                insert.values().forEach(value -> missing.remove(value.field()));
                require(
                        missing.isEmpty(),
                        "the insert gives no value to key field " + missing + "; it needs the whole key");
            }
            case Statement.Update update -> values(update, table.fields(), fields, inLoop);
            case Statement.Delete delete -> {}
        }
    }

    private void select(Statement.Select select, List<String> fields) {
        select.fields().forEach(field -> known("field", field, fields));
        select.pick().field().ifPresent(field -> known("field", field, fields));
    }

    private void values(Statement statement, List<String> targets, List<String> readable, boolean inLoop) {
        require(!statement.assignments().isEmpty(), "nothing is assigned; assign one of " + targets);
        for (Assignment assignment : statement.assignments()) {
            known("field", assignment.field(), targets);
            assignment.value().parts().forEach(part -> expression(part, readable, inLoop));
        }
    }

    private void expression(Expression part, List<String> fields, boolean inLoop) {
        switch (part) {
            case Expression.Parameter(var name) -> known("parameter", name, parameters);
            case Expression.Field(var name) -> known("field", name, fields);
            case Expression.Result(var statement, var field, var row) -> result(statement, field);
            case Expression.Each(var statement, var field) -> {
                require(inLoop, "each row of '" + statement + "' outside a loop; name a row");
                result(statement, field);
            }
            case Expression.Count(var statement) ->
                known("earlier statement", statement, List.copyOf(earlier.keySet()));
            case Expression.Constant constant -> {}
            case Expression.Any any -> {}
            case Expression.Arithmetic arithmetic -> {}
        }
    }

    private void result(String label, String field) {
        Map<String, Statement.Select> selects = earlier.values().stream()
                .filter(Statement.Select.class::isInstance)
                .map(Statement.Select.class::cast)
                .collect(Collectors.toMap(
                        Statement.Select::label, Function.identity(), (a, b) -> a, LinkedHashMap::new));
        known("earlier SELECT", label, List.copyOf(selects.keySet()));
        Statement.Select select = selects.get(label);
        if (select != null) {
            known("field of '" + label + "'", field, select.fields());
        }
    }

    private void known(String what, String name, List<String> accepted) {
        require(accepted.contains(name), "no " + what + " '" + name + "'; accepted here: " + accepted);
    }

    private void require(boolean holds, String message) {
        if (!holds) {
            throw wrong(message);
        }
    }

    private IllegalArgumentException wrong(String message) {
        return new IllegalArgumentException(place + ": " + message);
    }
}
