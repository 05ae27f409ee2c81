package moirai.directed.encoding;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
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

    /** The literal, for each row, that it may be taken; empty if each row may. */
    List<Integer> chosen = List.of();

    private final Map<String, List<Integer>> reads = new TreeMap<>();
    private final Map<String, List<Integer>> overflows = new TreeMap<>();
    private final int rows;

    Effect(Query query, Table table, int rows) {
        this.query = query;
        this.table = table;
        this.rows = rows;
    }

    /** Returns this effect, in which one row is as in another part of the same statement. */
    Effect joined(Effect part) {
        int row = part.query.row();
        var joined = new Effect(query, table, rows);
        joined.guard = guard;
        joined.access.addAll(access);
        joined.access.set(row, part.access.get(row));
        view.forEach((field, words) -> {
            var copy = new ArrayList<>(words);
            copy.set(row, part.view(field, row));
            joined.view.put(field, copy);
        });
        return joined;
    }

    /** Returns the literal that the row is among those that the statement chose. */
    int isChosen(int row) {
        return chosen.isEmpty() ? Circuit.TRUE : chosen.get(row);
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

    /** Adds, for the next row, the literal that the value of an update does not fit. */
    void addOverflow(String field, int literal) {
        overflows.computeIfAbsent(field, name -> new ArrayList<>()).add(literal);
    }

    /** Returns the literal that the value of an update does not fit. */
    int overflow(String field, int row) {
        List<Integer> literals = overflows.get(field);
        return literals == null ? Circuit.FALSE : literals.get(row);
    }

    /** Returns the fields that either statement sees, in the order of their names. */
    Set<String> fieldsWith(Effect other) {
        var fields = new TreeSet<>(view.keySet());
        fields.addAll(other.view.keySet());
        return fields;
    }

    int rows() {
        return rows;
    }
}
