package moirai.directed.program;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * Programs for stores that cannot compute with what they hold: each update that does is a SELECT, then an update with
 * what was read, as {@code n = n + 1} has to be written for Cassandra. This is what the authors of CLOTHO did to their
 * benchmarks by hand.
 *
 * <p>The SELECT of update {@code u} is named {@code u-read} and stands right before it, whatever was read earlier. Only
 * updates of the one row that a whole key names are taken apart; others stay what they are, but are not atomic.
 */
public final class SeparateReads {

    private static final String SUFFIX = "-read";

    private SeparateReads() {}

    /** The program in which no update reads what it writes, and none is atomic. */
    public static Program of(Program program) {
        return new Program(
                program.name(),
                program.tables(),
                program.txns().stream().map(txn -> of(program, txn)).toList(),
                program.invariants());
    }

    private static TxnType of(Program program, TxnType txn) {
        var origins = new TreeMap<>(txn.origins());
        txn.origins().forEach((label, origin) -> origins.put(label + SUFFIX, origin));
        List<Step> steps = steps(program, txn.steps());
        origins.keySet().retainAll(Unrolling.labels(steps).toList());
        return new TxnType(txn.name(), txn.parameters(), steps, origins, txn.commit());
    }

    private static List<Step> steps(Program program, List<Step> steps) {
        var separate = new ArrayList<Step>();
        for (Step step : steps) {
            switch (step) {
                case Loop loop -> separate.add(new Loop(loop.label(), loop.times(), steps(program, loop.steps())));
                case Statement.Update update -> separate.addAll(of(program.table(update.table()), update));
                case Statement statement -> separate.add(statement);
            }
        }
        return separate;
    }

    private static List<Statement> of(Table table, Statement.Update update) {
        Set<String> read = read(update);
        if (read.isEmpty() || !isOneRow(table, update.where())) {
            return List.of(withValues(update, update.set(), update.guard()));
        }
        String label = update.label() + SUFFIX;
        UnaryOperator<Expression> found =
                leaf -> leaf instanceof Expression.Field(var name) ? new Expression.Result(label, name, 0) : leaf;
        List<Assignment> set = update.set().stream()
                .map(assignment ->
                        new Assignment(assignment.field(), assignment.value().withLeaves(found)))
                .toList();
        return List.of(
                new Statement.Select(
                        label, table.name(), List.copyOf(read), update.where(), Pick.all(), update.guard()),
                withValues(update, set, Condition.and(update.guard(), Condition.exists(label))));
    }

    private static Statement withValues(Statement.Update update, List<Assignment> set, Condition guard) {
        return new Statement.Update(update.label(), update.table(), set, update.where(), guard, false);
    }

    /** The fields that the new values are computed with. */
    private static Set<String> read(Statement.Update update) {
        var read = new LinkedHashSet<String>();
        update.set().stream().flatMap(assignment -> assignment.value().parts()).forEach(part -> {
            if (part instanceof Expression.Field(var name)) {
                read.add(name);
            }
        });
        return read;
    }

    private static boolean isOneRow(Table table, Condition where) {
        Set<String> fixed = new LinkedHashSet<>();
        for (Condition part : where.conjuncts()) {
            if (part instanceof Condition.Compare(Expression.Field(var name), var operator, var right)
                    && operator == Operator.EQUAL
                    && right.parts().noneMatch(Expression.Field.class::isInstance)) {
                fixed.add(name);
            }
        }
        return fixed.containsAll(table.key());
    }
}
