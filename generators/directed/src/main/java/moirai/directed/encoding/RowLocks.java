package moirai.directed.encoding;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import moirai.directed.levels.Axiom;
import moirai.directed.program.Statement;
import moirai.directed.solving.Circuit;

/**
 * The locks that transactions hold on rows until they end: as requirements on order and visibility, and where a
 * statement sees more or less of a row than of others, since it is locked.
 */
final class RowLocks {

    private final Circuit circuit;
    private final Timeline timeline;
    private final List<Effect> effects;
    private final List<List<Integer>> queriesOfTxn;
    private final Map<Place, Integer> skips = new HashMap<>();

    /** A row that a statement may wait for in vain, and the insert that makes it again. */
    private record Place(int insert, int waiting, int row) {}

    RowLocks(Circuit circuit, Timeline timeline, List<Effect> effects, List<List<Integer>> queriesOfTxn) {
        this.circuit = circuit;
        this.timeline = timeline;
        this.effects = List.copyOf(effects);
        this.queriesOfTxn = List.copyOf(queriesOfTxn);
    }

    /**
     * Requires of two transactions that lock the same row that the later one goes on after the end of the earlier one:
     * from then on its statements see all of it. One whose reads are stable keeps its snapshot, and is refused only if
     * the earlier one changed the row; a row that is gone it may make again, for that looks at no snapshot. One whose
     * plain SELECTs are stable keeps the snapshot of those that ran before.
     */
    void require() {
        for (Effect later : effects) {
            boolean isStable = timeline.promises(later.query.index(), Axiom.STABLE_READS);
            for (Effect earlier : effects) {
                if (exclude(earlier, later) && !(isStable && isInsert(later))) {
                    int before = timeline.before(earlier.query.index(), later.query.index());
                    int both = circuit.and(before, sharesRow(earlier, later));
                    if (isStable) {
                        int seen = timeline.visible(earlier.query.index(), later.query.index());
                        circuit.implies(earlier.written.isEmpty() ? Circuit.TRUE : seen, both);
                    } else {
                        inOrder(earlier.query.txn(), later.query, both);
                    }
                }
            }
        }
    }

    /** Requires that these statements come after the transaction and see all of it, if the condition holds. */
    private void inOrder(int txn, Query first, int condition) {
        for (int writer : queriesOfTxn.get(txn)) {
            for (int reader : queriesOfTxn.get(first.txn())) {
                if (reader == first.index()
                        || (reader > first.index() && !effects.get(reader).query.isPartWith(first))) {
                    circuit.implies(timeline.before(writer, reader), condition);
                    int isFresh = timeline.readsSnapshot(reader) ? hasNoSnapshot(first) : Circuit.TRUE;
                    circuit.implies(timeline.visible(writer, reader), condition, isFresh);
                }
            }
        }
    }

    /** Returns the literal that no statement that reads a snapshot ran before this one in its transaction. */
    private int hasNoSnapshot(Query first) {
        return circuit.and(queriesOfTxn.get(first.txn()).stream()
                .filter(query -> query < first.index() && timeline.readsSnapshot(query))
                .mapToInt(query -> Circuit.not(effects.get(query).guard))
                .toArray());
    }

    /**
     * Returns whether the locks of two statements on one row would exclude each other: both hold rows, and one of them
     * asks for that, or both levels promise it.
     */
    private boolean exclude(Effect first, Effect second) {
        boolean isAsked = first.written.isEmpty() || second.written.isEmpty();
        boolean isPromised = timeline.promises(first.query.index(), Axiom.ROW_LOCKS)
                && timeline.promises(second.query.index(), Axiom.ROW_LOCKS);
        return first.query.txn() != second.query.txn()
                && first.table.equals(second.table)
                && holds(first, isPromised)
                && holds(second, isPromised)
                && (isAsked || isPromised);
    }

    private static boolean holds(Effect effect, boolean isPromised) {
        return effect.query.statement().holdsRows() || (isPromised && isInsert(effect));
    }

    private static boolean isInsert(Effect effect) {
        return effect.query.statement() instanceof Statement.Insert;
    }

    private int sharesRow(Effect first, Effect second) {
        int[] shared = new int[first.rows()];
        for (int row = 0; row < shared.length; row++) {
            shared[row] = circuit.and(first.access.get(row), second.access.get(row));
        }
        return circuit.or(shared);
    }

    /**
     * Returns the literal that what the writer writes to the row is there for the reader, perhaps under later writes.
     *
     * <p>Usually that is what the statement sees as a whole. (1) A plain SELECT of InnoDB reads a snapshot, but of a
     * row that its own transaction wrote before it reads the newest version: all that this write saw. Source: MySQL's
     * manual, Consistent Nonlocking Reads. (2) A statement of PostgreSQL at read committed that waits for a row goes on
     * with the next version of that row. If the holder removed the row there is none, even if the holder then made a
     * row with the same key. Source: PostgreSQL's manual, Read Committed Isolation Level.
     */
    int visible(Effect writer, Effect reader, int row) {
        int visible = timeline.visible(writer.query.index(), reader.query.index());
        if (writer.query.txn() == reader.query.txn() || !writer.table.equals(reader.table)) {
            return visible;
        }
        if (timeline.readsSnapshot(reader.query.index())) {
            return circuit.or(visible, visibleToOwnWrites(writer, reader, row));
        }
        boolean mayMiss = reader.query.statement().holdsRows()
                && !timeline.promises(reader.query.index(), Axiom.REMADE_ROWS)
                && isInsert(writer)
                && removals(writer, row).length > 0;
        return mayMiss ? circuit.and(visible, Circuit.not(skips(writer, reader, row))) : visible;
    }

    private int visibleToOwnWrites(Effect writer, Effect reader, int row) {
        return circuit.or(effects.stream()
                .filter(own -> own.query.isBeforeInTxn(reader.query))
                .filter(own -> own.table.equals(reader.table) && !own.written.isEmpty())
                .mapToInt(own ->
                        circuit.and(own.access.get(row), timeline.visible(writer.query.index(), own.query.index())))
                .toArray());
    }

    /** Returns the literals that the insert's transaction removed the row before. */
    private int[] removals(Effect insert, int row) {
        return effects.stream()
                .filter(own -> own.query.isBeforeInTxn(insert.query))
                .filter(own -> own.table.equals(insert.table) && own.query.statement() instanceof Statement.Delete)
                .mapToInt(own -> own.access.get(row))
                .toArray();
    }

    /**
     * Returns the literal that the reader waited for the row before the insert's transaction ended, and takes none:
     * what ran in its own transaction before, and its own choice of rows, did not see that transaction.
     */
    private int skips(Effect insert, Effect reader, int row) {
        var place = new Place(insert.query.index(), reader.query.index(), row);
        Integer known = skips.get(place);
        if (known != null) {
            return known;
        }
        int waits = circuit.variable();
        for (Effect own : effects) {
            if (own.query.isBeforeInTxn(reader.query)
                    && (own.query.isChoice() || !own.query.isPartWith(reader.query))) {
                int seen = timeline.visible(insert.query.index(), own.query.index());
                circuit.implies(Circuit.not(seen), waits, own.guard);
            }
        }
        int literal = circuit.and(waits, circuit.or(removals(insert, row)));
        skips.put(place, literal);
        return literal;
    }
}
