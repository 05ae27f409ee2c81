package moirai.directed.encoding;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import moirai.directed.program.Table;
import moirai.directed.solving.Circuit;

/**
 * The effect of one statement, row by row, as literals: filled while the formula is built, read afterwards.
 *
 * <p>Fields include {@link Store#ALIVE}.
 */
final class Effect {

    final Query query;
    final Table table;

    /** The literal that the statement runs. */
    int guard = Circuit.FALSE;

    /** The literal, for each row, that the statement returns, changes, makes or removes it. */
    final List<Integer> access = new ArrayList<>();

    /** The values of each field and row that the statement would find, even if it does not look. */
    final Map<String, List<List<Integer>>> view = new TreeMap<>();

    /** The values of each field and row that the statement leaves if it writes. */
    final Map<String, List<List<Integer>>> written = new TreeMap<>();

    private final Map<String, List<Integer>> reads = new TreeMap<>();
    private final int rows;

    Effect(Query query, Table table, int rows) {
        this.query = query;
        this.table = table;
        this.rows = rows;
    }

    /** Returns the row's value in the view of this statement. */
    List<Integer> view(String field, int row) {
        return view.getOrDefault(field, List.of()).get(row);
    }

    /** Returns the literal that the effect of the statement depends on the row's field. */
    int reads(String field, int row) {
        List<Integer> literals = reads.get(field);
        return literals == null ? Circuit.FALSE : literals.get(row);
    }

    void addRead(Circuit circuit, String field, int row, int condition) {
        List<Integer> literals =
                reads.computeIfAbsent(field, name -> new ArrayList<>(Collections.nCopies(rows, Circuit.FALSE)));
        literals.set(row, circuit.or(literals.get(row), condition));
    }

    /** Returns the literal that the statement writes the row's field. */
    int writes(String field, int row) {
        return written.containsKey(field) ? access.get(row) : Circuit.FALSE;
    }

    /** Returns the value that the statement leaves in the row's field. */
    List<Integer> written(String field, int row) {
        return written.getOrDefault(field, List.of()).get(row);
    }

    int rows() {
        return rows;
    }
}
