package moirai.directed.encoding;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import moirai.directed.program.Program;
import moirai.directed.program.Table;
import moirai.directed.solving.Circuit;
import moirai.directed.solving.Words;

/**
 * The first contents of the tables. Each table has some rows that may exist, at first or later; their keys are in
 * strict order, so that no two executions differ in the numbers of rows only.
 */
final class Store {

    /** The name under which a row's existence, one bit, is kept beside its fields. */
    static final String ALIVE = "";

    private final Map<String, Map<String, List<List<Integer>>>> tables = new LinkedHashMap<>();

    Store(Circuit circuit, Words words, Program program, int rows) {
        for (Table table : program.tables()) {
            var fields = new LinkedHashMap<String, List<List<Integer>>>();
            fields.put(ALIVE, new ArrayList<>());
            table.allFields().forEach(field -> fields.put(field, new ArrayList<>()));
            for (int row = 0; row < rows; row++) {
                fields.forEach((field, words0) ->
                        words0.add(field.equals(ALIVE) ? List.of(circuit.variable()) : words.variable()));
            }
            tables.put(table.name(), fields);
            for (int row = 1; row < rows; row++) {
                circuit.require(smaller(circuit, words, table, row));
            }
        }
    }

    /**
     * Returns the literal that the row before has the smaller key; the first field of the key is the most significant.
     */
    private int smaller(Circuit circuit, Words words, Table table, int row) {
        int smaller = Circuit.FALSE;
        for (String field : table.key().reversed()) {
            List<Integer> left = initial(table.name(), field, row - 1);
            List<Integer> right = initial(table.name(), field, row);
            smaller = circuit.or(words.less(left, right), circuit.and(words.equal(left, right), smaller));
        }
        return smaller;
    }

    /** Returns the value before all transactions; that of a key field never changes. */
    List<Integer> initial(String table, String field, int row) {
        return tables.getOrDefault(table, Map.of())
                .getOrDefault(field, List.of())
                .get(row);
    }
}
