package moirai.directed.encoding;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import moirai.directed.program.Table;
import moirai.directed.solving.Circuit;

/**
 * What one statement does, row by row, as literals: filled while the formula is built, read afterwards.
 *
 * <p>Fields include {@link Store#ALIVE}.
 */
final class Effect {

    final Query query;
    final Table table;

    /** Whether the statement runs. */
    int guard = Circuit.FALSE;

    /** Whether it returns, changes, makes or removes the row. */
    final List<Integer> access = new ArrayList<>();

    /** What the statement would find in the row, whether it looks or not. */
    final Map<String, List<List<Integer>>> view = new TreeMap<>();

    /** What it leaves in the row where it writes. */
    final Map<String, List<List<Integer>>> written = new TreeMap<>();

    private final Map<String, List<Integer>> reads = new TreeMap<>();
    private final int rows;

    Effect(Query query, Table table, int rows) {
        this.query = query;
        this.table = table;
        this.rows = rows;
    }

    /** The row's value in the view of this statement. */
    List<Integer> view(String field, int row) {
        return view.getOrDefault(field, List.of()).get(row);
    }

    /** Whether what the statement does depends on the row's field. */
    int reads(String field, int row) {
        List<Integer> literals = reads.get(field);
        return literals == null ? Circuit.FALSE : literals.get(row);
    }

    void addRead(Circuit circuit, String field, int row, int condition) {
        List<Integer> literals =
                reads.computeIfAbsent(field, name -> new ArrayList<>(Collections.nCopies(rows, Circuit.FALSE)));
        literals.set(row, circuit.or(literals.get(row), condition));
    }

    /** Whether the statement writes the row's field. */
    int writes(String field, int row) {
        return written.containsKey(field) ? access.get(row) : Circuit.FALSE;
    }

    /** What it leaves in the row's field. */
    List<Integer> written(String field, int row) {
        return written.getOrDefault(field, List.of()).get(row);
    }

    int rows() {
        return rows;
    }
}
