package moirai.programs.directed;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import moirai.directed.execution.Knowledge;
import moirai.directed.execution.Observation;
import moirai.directed.program.Expression;
import moirai.directed.program.Statement;
import moirai.directed.program.TxnType;

/**
 * The statements of a transaction that run if each returns a given result. Statements are named by kind and table,
 * because programs number them differently.
 *
 * @param statements the statements that ran, in small letters
 * @param isStopped whether the last statement found nothing
 */
record Execution(List<String> statements, boolean commits, boolean isStopped) {

    /** The result of a statement that is the n-th of its kind on its table. */
    @FunctionalInterface
    interface Finding {

        /** Returns the value of all fields of the row; negative if there is no row. */
        int value(String statement);
    }

    Execution {
        statements = List.copyOf(statements);
    }

    /** Runs a transaction with these arguments; other arguments, and unknown values, are 0. */
    static Execution of(TxnType txn, Map<String, Integer> arguments, Finding finding) {
        Map<String, Integer> values = new HashMap<>();
        txn.parameters().forEach(name -> values.put(name, arguments.getOrDefault(name.toLowerCase(Locale.ROOT), 0)));
        Stream.concat(
                        txn.statements(1).stream().flatMap(Statement::expressions),
                        txn.commit().expressions())
                .forEach(part -> {
                    if (part instanceof Expression.Any(var name)) {
                        values.put("any(" + name + ")", 0);
                    }
                });
        var knowledge = new Knowledge(values);
        Map<String, Integer> numbers = new HashMap<>();
        var ran = new ArrayList<String>();
        boolean isStopped = false;
        for (Statement statement : txn.statements(1)) {
            if (knowledge.holds(statement.guard(), Map.of())) {
                String kind = (statement.getClass().getSimpleName() + " " + statement.table()).toLowerCase(Locale.ROOT);
                String name = kind + " " + numbers.merge(kind, 1, Integer::sum);
                int found = finding.value(name);
                ran.add(name);
                isStopped = found < 0;
                knowledge.learn(statement.label(), observation(statement, found));
            }
        }
        return new Execution(ran, knowledge.holds(txn.commit(), Map.of()), isStopped);
    }

    private static Observation observation(Statement statement, int found) {
        if (!(statement instanceof Statement.Select select)) {
            return Observation.counted(found < 0 ? 0 : 1);
        }
        return Observation.of(
                found < 0
                        ? List.of()
                        : List.of(select.fields().stream()
                                .collect(Collectors.toMap(field -> field, field -> found, (one, same) -> one))));
    }
}
