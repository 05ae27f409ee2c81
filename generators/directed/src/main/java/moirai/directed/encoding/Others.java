package moirai.directed.encoding;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import moirai.directed.levels.Axiom;
import moirai.directed.levels.Promises;
import moirai.directed.solving.Circuit;
import moirai.directed.solving.Words;

/**
 * The possible writes of transactions without names: none if there are no such transactions, otherwise any, as free
 * variables.
 *
 * <p>A crowd's writes are not computed, so each reader may find any value in any row that the program writes. The value
 * is not free if the newest write that a reader sees is its own, or if levels leave no choice. Readers whose level
 * promises stable reads find the same in all of their statements.
 */
final class Others {

    private final Circuit circuit;
    private final Words words;
    private final Timeline timeline;
    private final Environment environment;
    private final Map<Place, List<Integer>> variables = new HashMap<>();

    private enum What {
        IS_NEWEST,
        OVERWRITES,
        VALUE,
        HIDES
    }

    private record Place(What what, int reader, int writer, String field, int row) {}

    Others(Circuit circuit, Words words, Timeline timeline, Environment environment) {
        this.circuit = circuit;
        this.words = words;
        this.timeline = timeline;
        this.environment = environment;
    }

    /** Returns whether there are other transactions. */
    boolean exist() {
        return environment instanceof Environment.Crowd;
    }

    /**
     * Returns the literal that the newest write of a named transaction, which the reader sees, is under a newer write
     * of others.
     */
    int overwrite(Effect reader, Effect writer, String field, int row) {
        boolean isOwn = writer.query.txn() == reader.query.txn();
        boolean isLast = isOwn && timeline.promises(reader.query.index(), Axiom.CONTIGUOUS);
        if (isLast || !exist()) {
            return Circuit.FALSE;
        }
        // Whether others wrote after its own write is another question than whether they wrote last before it.
        return isOwn
                ? bit(new Place(What.OVERWRITES, reader.query.index(), 0, name(reader, field), row))
                : wrote(reader, field, row);
    }

    /** Returns the literal that the newest write that the reader sees, apart from its own, is one of others. */
    int wrote(Effect reader, String field, int row) {
        return exist() ? bit(place(What.IS_NEWEST, reader, field, row)) : Circuit.FALSE;
    }

    /** Returns the value that others left there. */
    List<Integer> value(Effect reader, String field, int row) {
        Supplier<List<Integer>> value =
                () -> field.equals(Store.ALIVE) ? List.of(circuit.variable()) : words.variable();
        return variables.computeIfAbsent(place(What.VALUE, reader, field, row), place -> value.get());
    }

    /**
     * Returns the literal that the reader, which does not see the writer, sees a later write of others to the same
     * field. Impossible if that later write would make the writer visible, too: prefixes have no gaps, and if no
     * transaction overwrites a write that it does not see, the writer is in the past of each transaction that
     * overwrites it.
     */
    int hide(Effect reader, Effect writer, String field, int row) {
        if (!(environment instanceof Environment.Crowd(var levels))) {
            return Circuit.FALSE;
        }
        int query = reader.query.index();
        boolean hasNoGaps = timeline.promises(query, Axiom.PREFIX) || timeline.promises(query, Axiom.ORDER_IS_SEEN);
        boolean isInPast =
                timeline.promises(query, Axiom.TRANSITIVE) && levels.stream().allMatch(Others::seesConflicts);
        return hasNoGaps || isInPast
                ? Circuit.FALSE
                : bit(new Place(What.HIDES, query, writer.query.index(), name(reader, field), row));
    }

    private static boolean seesConflicts(Promises level) {
        return level.has(Axiom.NO_BLIND_CONFLICT) || level.has(Axiom.ORDER_IS_SEEN);
    }

    private int bit(Place place) {
        return variables
                .computeIfAbsent(place, absent -> List.of(circuit.variable()))
                .getFirst();
    }

    /**
     * Returns the place of a free variable. A transaction whose reads are stable counts as one reader, numbered from -1
     * downwards.
     */
    private Place place(What what, Effect reader, String field, int row) {
        boolean isStable = timeline.promises(reader.query.index(), Axiom.STABLE_READS);
        int number = isStable ? -1 - reader.query.txn() : reader.query.index();
        return new Place(what, number, 0, name(reader, field), row);
    }

    private static String name(Effect reader, String field) {
        return reader.table.name() + "." + field;
    }
}
