package moirai.directed.proof;

import java.util.List;
import java.util.stream.Stream;
import moirai.directed.encoding.Bounds;
import moirai.directed.encoding.Encoding;
import moirai.directed.encoding.Environment;
import moirai.directed.encoding.Setting;
import moirai.directed.program.Program;
import moirai.directed.program.Statement;
import moirai.directed.program.TxnType;
import moirai.directed.search.Levels;

/**
 * A statement that meets no row in any execution within bounds: they are too small for its conditions, or it never
 * runs. That executions have no anomaly says nothing of what it does.
 */
public record Unreachable(TxnType txn, Statement statement) {

    /**
     * Returns the statements of a program that no execution reaches, one transaction alone or among any others. One
     * encoding for each transaction, a second one where something is not reached, and one question a statement.
     */
    public static List<Unreachable> of(Program program, Levels levels, Bounds bounds) {
        var crowd = new Environment.Crowd(levels.of(program));
        return program.txns().stream()
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
        Stream<Integer> queries = encoding.queries(0).stream();
        return queries.filter(query -> !encoding.circuit().isSatisfiable(encoding.runs(query)))
                .map(query -> new Unreachable(txn, encoding.statement(query)))
                .toList();
    }
}
