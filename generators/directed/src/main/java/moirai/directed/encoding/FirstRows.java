package moirai.directed.encoding;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import moirai.directed.program.Invariant;
import moirai.directed.program.Program;
import moirai.directed.solving.Circuit;
import moirai.directed.solving.Words;

/** The constraints on the first rows: a program's invariants hold of them. Cost: rows to the power of names. */
record FirstRows(Circuit circuit, Words words, Store store, Program program) {

    void require(Invariant invariant) {
        boolean isUsed = invariant.rows().values().stream().map(program::table).allMatch(store.tables()::contains);
        if (isUsed) {
            choose(invariant, List.copyOf(invariant.rows().keySet()), new HashMap<>(), Circuit.TRUE);
        }
    }

    private void choose(Invariant invariant, List<String> names, Map<String, List<Integer>> fields, int exist) {
        if (names.isEmpty()) {
            var evaluation = new Evaluation(circuit, words, program.numbers(), List.of());
            int holds = evaluation.holds(invariant.condition(), fields);
            // A condition that cannot be computed in the numbers that there are says nothing.
            circuit.implies(circuit.or(holds, evaluation.takeOverflow()), exist);
            return;
        }
        String name = names.getFirst();
        String table = invariant.rows().getOrDefault(name, "");
        for (int row = 0; row < store.rows(program.table(table)); row++) {
            for (String field : program.table(table).allFields()) {
                fields.put(name + "." + field, store.initial(table, field, row));
            }
            int alive = store.initial(table, Store.ALIVE, row).getFirst();
            choose(invariant, names.subList(1, names.size()), fields, circuit.and(exist, alive));
        }
    }
}
