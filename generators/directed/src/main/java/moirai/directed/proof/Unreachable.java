package moirai.directed.proof;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import moirai.directed.encoding.Bounds;
import moirai.directed.encoding.Encoding;
import moirai.directed.encoding.Environment;
import moirai.directed.encoding.Setting;
import moirai.directed.program.Condition;
import moirai.directed.program.Program;
import moirai.directed.program.Statement;
import moirai.directed.program.TxnType;
import moirai.directed.search.Levels;

/**
 * A statement one of whose ways no execution within bounds goes: it never meets a row, or it never is skipped. The
 * bounds are too small for its conditions, or these decide nothing. That executions have no anomaly says nothing of
 * such a way.
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
        var found = new ArrayList<Unreachable>();
        for (int query : encoding.queries(0)) {
            Statement statement = encoding.statement(query);
            if (!encoding.circuit().isSatisfiable(encoding.runs(query))) {
                found.add(new Unreachable(txn, statement, false));
            }
            boolean hasCondition = !statement.guard().equals(Condition.always());
            if (hasCondition && !encoding.circuit().isSatisfiable(encoding.skips(query))) {
                found.add(new Unreachable(txn, statement, true));
            }
        }
        return found;
    }
}
