package moirai.directed.proof;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import moirai.directed.encoding.Bounds;
import moirai.directed.encoding.Encoding;
import moirai.directed.encoding.Environment;
import moirai.directed.encoding.Setting;
import moirai.directed.program.Condition;
import moirai.directed.program.Expression;
import moirai.directed.program.Operator;
import moirai.directed.program.Program;
import moirai.directed.program.Statement;
import moirai.directed.program.Table;
import moirai.directed.program.TxnType;
import moirai.directed.search.Levels;

/**
 * A statement one of whose ways no execution within bounds goes: it never meets a row, or it never is skipped. The
 * bounds are too small for its conditions, or these decide nothing. That executions have no anomaly says nothing of
 * such a way. Left out is a statement that runs only if an earlier one did not find its row, in a table whose rows
 * nobody makes or removes: such as the update of {@code row.next() ? row.getInt(1) : 0}.
 *
 * @param isAlways whether it always runs, although it has a condition
 */
public record Unreachable(TxnType txn, Statement statement, boolean isAlways) {

    /**
     * Returns the ways that no execution goes, of one transaction alone or among any others. One encoding for each
     * transaction, a second one where something is not reached, and two questions a statement.
     *
     * @param txns the names of those that are asked about
     */
    public static List<Unreachable> of(Program program, Set<String> txns, Levels levels, Bounds bounds) {
        var crowd = new Environment.Crowd(levels.of(program));
        return program.txns().stream()
                .filter(txn -> txns.contains(txn.name()))
                .flatMap(txn -> {
                    List<Unreachable> alone = in(Setting.USUAL, program, levels, bounds, txn);
                    List<Unreachable> among =
                            alone.isEmpty() ? alone : in(Setting.USUAL.among(crowd), program, levels, bounds, txn);
                    return alone.stream().filter(among::contains);
                })
                .toList();
    }

    private static List<Unreachable> in(Setting setting, Program program, Levels levels, Bounds bounds, TxnType txn) {
        var encoding = new Encoding(program, List.of(levels.instance(txn)), bounds, setting);
        // A statement that only executions that roll back skip counts as skipped.
        TxnType uncommitted = new TxnType(txn.name(), txn.parameters(), txn.steps(), txn.origins(), Condition.always());
        var all = txn.commit().equals(Condition.always())
                ? encoding
                : new Encoding(program, List.of(levels.instance(uncommitted)), bounds, setting);
        var found = new ArrayList<Unreachable>();
        for (int query : encoding.queries(0)) {
            Statement statement = encoding.statement(query);
            if (!isVain(program, txn, statement) && !encoding.circuit().isSatisfiable(encoding.runs(query))) {
                found.add(new Unreachable(txn, statement, false));
            }
            boolean hasCondition = !statement.guard().equals(Condition.always());
            if (hasCondition && !all.circuit().isSatisfiable(all.skips(query))) {
                found.add(new Unreachable(txn, statement, true));
            }
        }
        return found;
    }

    /** Returns whether a statement surely meets no row, however large the bounds are. */
    private static boolean isVain(Program program, TxnType txn, Statement statement) {
        Table table = program.table(statement.table());
        List<Statement> steps = txn.statements(0);
        boolean isFixed = program.statements(table, 1)
                .noneMatch(other -> other instanceof Statement.Insert || other instanceof Statement.Delete);
        return isFixed
                && statement.guard().conjuncts().stream()
                        .anyMatch(part -> part instanceof Condition.Compare(var left, var operator, var right)
                                && left instanceof Expression.Count(var label)
                                && operator == Operator.EQUAL
                                && right.equals(new Expression.Constant(0))
                                && steps.stream()
                                        .filter(earlier -> earlier.label().equals(label))
                                        .anyMatch(earlier -> isLookUp(earlier, statement, table)));
    }

    /** Returns whether a statement looks for one key alone, to which the later one is restricted, too. */
    private static boolean isLookUp(Statement earlier, Statement later, Table table) {
        Set<Condition> asked = Set.copyOf(earlier.where().conjuncts());
        return earlier.table().equals(table.name())
                && earlier.where().pins(table.key())
                && asked.size() == table.key().size()
                && Set.copyOf(later.where().conjuncts()).containsAll(asked);
    }
}
