package moirai.studies.tpcc;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import moirai.directed.program.Assignment;
import moirai.directed.program.Condition;
import moirai.directed.program.Expression;
import moirai.directed.program.Operator;
import moirai.directed.program.Program;
import moirai.directed.program.Statement;
import moirai.directed.program.Step;
import moirai.directed.program.TxnType;

/**
 * A program cut down to what can matter for some tables: the statements on them, and those whose results go into their
 * values or into the rows that they choose. A search for anomalies takes seconds where that of the whole program takes
 * minutes. What is cut off may do anything: anomalies of the slice are anomalies of the program.
 *
 * <p>Two things are taken as they are in TPC-C: rows that are asked for are there, unless a deletion or an unknown
 * number decides on that; and customers are named by number.
 */
final class Slice {

    private final Set<String> tables;

    private Slice(Set<String> tables) {
        this.tables = Set.copyOf(tables);
    }

    /** The slice of these transactions about these tables. */
    static Program of(Program program, Collection<String> txns, Set<String> tables) {
        var slice = new Slice(tables);
        List<TxnType> cut = program.txns().stream()
                .filter(txn -> txns.contains(txn.name()))
                .map(slice::cut)
                .toList();
        return program.with(program.tables(), cut).starting(List.of());
    }

    private TxnType cut(TxnType txn) {
        List<Statement> statements = txn.steps().stream()
                .map(step -> (Statement) step)
                .filter(statement -> isPossible(statement.guard()))
                .toList();
        var kept = new HashSet<String>();
        Set<String> possible = statements.stream().map(Statement::label).collect(Collectors.toSet());
        for (Statement statement : statements.reversed()) {
            if (tables.contains(statement.table()) || kept.contains(statement.label())) {
                kept.add(statement.label());
                needed(statement).filter(possible::contains).forEach(kept::add);
            }
        }
        var steps = new ArrayList<Step>();
        for (Statement statement : statements) {
            if (kept.contains(statement.label())) {
                steps.add(withoutNames(unguarded(statement, kept), kept));
            }
        }
        return new TxnType(txn.name(), txn.parameters(), steps, txn.origins());
    }

    /** The statements whose values or rows it uses. */
    private static Stream<String> needed(Statement statement) {
        Stream<Expression> values = Stream.concat(
                statement.where().expressions(),
                statement.assignments().stream()
                        .flatMap(assignment -> assignment.value().parts()));
        return values.flatMap(part -> part instanceof Expression.Result(String label, String field, int row)
                ? Stream.of(label)
                : Stream.empty());
    }

    /** Decides whether a path names customers by number. */
    private static boolean isPossible(Condition guard) {
        return guard.conjuncts().stream().noneMatch(Slice::asksForNames);
    }

    private static boolean asksForNames(Condition part) {
        return part instanceof Condition.Compare(var left, var operator, var right)
                && operator == Operator.MORE
                && left instanceof Expression.Parameter(String name)
                && name.endsWith("_kind");
    }

    /** Only what the slice itself can decide remains of the guard. */
    private Statement unguarded(Statement statement, Set<String> kept) {
        Condition guard = Condition.and(statement.guard().conjuncts().stream()
                .filter(part -> part instanceof Condition.Compare)
                .filter(part -> part.expressions().allMatch(expression -> isKnown(expression, kept)))
                .toArray(Condition[]::new));
        return statement.with(statement.label(), statement.assignments(), statement.where(), guard);
    }

    /** A query that does not run returns nothing, which counts as 0. */
    private static Statement withoutNames(Statement statement, Set<String> kept) {
        UnaryOperator<Expression> change =
                leaf -> leaf instanceof Expression.Result(String label, String field, int row) && !kept.contains(label)
                        ? new Expression.Constant(0)
                        : leaf;
        List<Assignment> values = changed(statement.assignments(), change);
        return statement.with(statement.label(), values, statement.where(), statement.guard());
    }

    private static List<Assignment> changed(List<Assignment> assignments, UnaryOperator<Expression> change) {
        return assignments.stream()
                .map(assignment ->
                        new Assignment(assignment.field(), assignment.value().withLeaves(change)))
                .toList();
    }

    private boolean isKnown(Expression expression, Set<String> kept) {
        return switch (expression) {
            case Expression.Result(String label, String field, int row) -> kept.contains(label);
            case Expression.Count(String label) -> kept.contains(label);
            case Expression.Parameter(String name) -> !name.endsWith("_kind");
            default -> true;
        };
    }
}
