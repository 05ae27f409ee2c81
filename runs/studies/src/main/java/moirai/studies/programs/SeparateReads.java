package moirai.studies.programs;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import moirai.directed.program.Assignment;
import moirai.directed.program.Condition;
import moirai.directed.program.Expression;
import moirai.directed.program.Loop;
import moirai.directed.program.Operator;
import moirai.directed.program.Pick;
import moirai.directed.program.Program;
import moirai.directed.program.Statement;
import moirai.directed.program.Step;
import moirai.directed.program.Table;
import moirai.directed.program.TxnType;

/**
 * A transformation of programs for stores that cannot compute with stored values: each update that does is split into a
 * SELECT and an update with the result, as {@code n = n + 1} has to be written for Cassandra. The authors of CLOTHO did
 * this to their benchmarks by hand.
 *
 * <p>The SELECT of update {@code u} is named {@code u-read} and stands right before it, whatever was read earlier. Only
 * updates of the one row that a whole key names are split; others stay as they are, but are not atomic. For stores in
 * which each cell is a key of its own, {@link #ofCells} reads each cell by a SELECT of its own, whatever rows the
 * update changes.
 */
public final class SeparateReads {

    private static final String SUFFIX = "-read";

    private final Program program;
    private final boolean isByCell;

    /** The split updates of the current transaction, by the labels of their SELECTs. */
    private final Map<String, String> selects = new HashMap<>();

    private SeparateReads(Program program, boolean isByCell) {
        this.program = program;
        this.isByCell = isByCell;
    }

    /** Returns the program in which no update reads what it writes, and none is atomic. */
    public static Program of(Program program) {
        return new SeparateReads(program, false).all();
    }

    /**
     * Returns the program in which each field that an update computes with is read by a SELECT of its own, named {@code
     * u.field}: as the mock store runs it, where each cell is a key (Biswas and others 2021, section 5).
     */
    public static Program ofCells(Program program) {
        return new SeparateReads(program, true).all();
    }

    private Program all() {
        return program.with(
                program.tables(), program.txns().stream().map(this::of).toList());
    }

    private TxnType of(TxnType txn) {
        List<Step> steps = steps(txn.steps());
        var origins = new TreeMap<>(txn.origins());
        selects.forEach((select, update) -> txn.origin(update).ifPresent(origin -> origins.put(select, origin)));
        selects.clear();
        return new TxnType(txn.name(), txn.parameters(), steps, origins, txn.commit());
    }

    private String label(String update, String field) {
        return isByCell ? update + "." + field : update + SUFFIX;
    }

    private List<Step> steps(List<Step> steps) {
        var separate = new ArrayList<Step>();
        for (Step step : steps) {
            switch (step) {
                case Loop loop -> separate.add(new Loop(loop.label(), loop.times(), steps(loop.steps())));
                case Statement.Update update -> separate.addAll(isByCell ? cells(update) : row(update));
                case Statement statement -> separate.add(statement);
            }
        }
        return separate;
    }

    private List<Statement> cells(Statement.Update update) {
        var statements = new ArrayList<Statement>();
        for (String field : read(update)) {
            statements.add(select(update, List.of(field)));
        }
        statements.add(withValues(update, values(update), update.guard()));
        return statements;
    }

    private List<Statement> row(Statement.Update update) {
        Table table = program.table(update.table());
        List<String> read = read(update);
        if (read.isEmpty() || !isOneRow(table, update.where())) {
            return List.of(withValues(update, update.set(), update.guard()));
        }
        Condition exists = Condition.exists(label(update.label(), ""));
        return List.of(select(update, read), withValues(update, values(update), Condition.and(update.guard(), exists)));
    }

    private Statement select(Statement.Update update, List<String> fields) {
        String label = label(update.label(), fields.getFirst());
        selects.put(label, update.label());
        return new Statement.Select(label, update.table(), fields, update.where(), Pick.all(), update.guard());
    }

    private List<Assignment> values(Statement.Update update) {
        UnaryOperator<Expression> found = leaf -> leaf instanceof Expression.Field(var name)
                ? new Expression.Result(label(update.label(), name), name, 0)
                : leaf;
        return update.set().stream()
                .map(assignment ->
                        new Assignment(assignment.field(), assignment.value().withLeaves(found)))
                .toList();
    }

    private static Statement withValues(Statement.Update update, List<Assignment> set, Condition guard) {
        return new Statement.Update(update.label(), update.table(), set, update.where(), guard, false);
    }

    /** Returns the fields from which the new values are computed. */
    private static List<String> read(Statement.Update update) {
        return Expression.fields(update.set().stream()
                        .flatMap(assignment -> assignment.value().parts()))
                .toList();
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
