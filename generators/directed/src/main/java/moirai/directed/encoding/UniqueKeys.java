package moirai.directed.encoding;

import java.util.ArrayList;
import java.util.List;
import moirai.directed.levels.Axiom;
import moirai.directed.program.Program;
import moirai.directed.program.Statement;
import moirai.directed.program.Table;
import moirai.directed.solving.Circuit;
import moirai.directed.solving.Words;

/**
 * The keys and other fields in which two rows never agree, as requirements on inserts that succeed.
 *
 * <p>A key is free again after a delete. Other unique fields are looked at only if no statement of the program changes
 * them or removes a row of their table: then nobody ever makes room for an insert, and none depends on that.
 */
final class UniqueKeys {

    private static final int FIRST = -1;

    private final Circuit circuit;
    private final Words words;
    private final RowLocks locks;
    private final Timeline timeline;
    private final Store store;
    private final List<Effect> effects;

    UniqueKeys(Circuit circuit, Words words, Timeline timeline, RowLocks locks, Store store, List<Effect> effects) {
        this.circuit = circuit;
        this.words = words;
        this.timeline = timeline;
        this.locks = locks;
        this.store = store;
        this.effects = List.copyOf(effects);
    }

    /**
     * Requires unique keys of all inserts. A crowd may have removed a row if the program ever does.
     *
     * @param isAlways whether keys are promised to all transactions, the crowd's included
     */
    void require(Program program, boolean hasCrowd, boolean isAlways, int loopMax) {
        for (Effect insert : inserts()) {
            boolean mayBeRemoved = hasCrowd && program.removes(insert.table, loopMax);
            if (timeline.promises(insert.query.index(), Axiom.UNIQUE_KEYS) && !mayBeRemoved) {
                key(insert);
            }
            if (isAlways && !program.removes(insert.table, loopMax)) {
                madeOnce(insert);
            }
        }
        for (Table table : store.tables()) {
            for (List<String> fields : table.unique()) {
                if (program.keeps(table, fields, loopMax)) {
                    differ(table, fields);
                }
            }
        }
    }

    private List<Effect> inserts() {
        return effects.stream()
                .filter(effect -> effect.query.statement() instanceof Statement.Insert)
                .toList();
    }

    /** Requires that the row was removed, if it was there at first, and after each earlier insert of it. */
    private void key(Effect insert) {
        for (int row = 0; row < insert.rows(); row++) {
            int makes = insert.access.get(row);
            int first = store.initial(insert.table.name(), Store.ALIVE, row).getFirst();
            circuit.implies(removed(insert, row, FIRST), makes, first);
            for (Effect other : inserts()) {
                if (other.query.index() != insert.query.index() && other.table.equals(insert.table)) {
                    int before = timeline.before(other.query.index(), insert.query.index());
                    circuit.implies(removed(insert, row, other.query.index()), makes, other.access.get(row), before);
                }
            }
        }
    }

    /** Requires that a statement that finds the row sees this insert: nobody else makes the row, or removes it. */
    private void madeOnce(Effect insert) {
        for (Effect reader : effects) {
            if (reader.table.equals(insert.table) && reader.query.index() != insert.query.index()) {
                for (int row = 0; row < insert.rows(); row++) {
                    int visible = locks.visible(insert, reader, row);
                    int found = reader.view(Store.ALIVE, row).getFirst();
                    circuit.implies(visible, insert.access.get(row), found);
                }
            }
        }
    }

    private int removed(Effect insert, int row, int since) {
        var cases = new ArrayList<Integer>();
        for (Effect delete : effects) {
            if (delete.query.statement() instanceof Statement.Delete && delete.table.equals(insert.table)) {
                int after = since == FIRST ? Circuit.TRUE : timeline.before(since, delete.query.index());
                int before = timeline.before(delete.query.index(), insert.query.index());
                cases.add(circuit.and(delete.access.get(row), after, before));
            }
        }
        return circuit.or(cases.stream().mapToInt(Integer::intValue).toArray());
    }

    /** A row that is or was made, if a condition holds. */
    private record Made(int condition, int row, List<List<Integer>> values) {}

    /** Requires that no two rows, of the first ones and of those that are made, agree in these fields. */
    private void differ(Table table, List<String> fields) {
        var made = new ArrayList<Made>();
        for (int row = 0; row < store.rows(table); row++) {
            int number = row;
            made.add(new Made(
                    store.initial(table.name(), Store.ALIVE, row).getFirst(),
                    row,
                    fields.stream()
                            .map(field -> store.initial(table.name(), field, number))
                            .toList()));
            for (Effect insert : inserts()) {
                if (insert.table.equals(table)) {
                    made.add(new Made(
                            insert.access.get(row),
                            row,
                            fields.stream()
                                    .map(field -> insert.written(field, number))
                                    .toList()));
                }
            }
        }
        for (Made one : made) {
            for (Made other : made) {
                if (one.row() < other.row()) {
                    int equal = Circuit.TRUE;
                    for (int i = 0; i < fields.size(); i++) {
                        equal = circuit.and(
                                equal,
                                words.equal(one.values().get(i), other.values().get(i)));
                    }
                    circuit.require(Circuit.not(one.condition()), Circuit.not(other.condition()), Circuit.not(equal));
                }
            }
        }
    }
}
