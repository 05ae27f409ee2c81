package moirai.analysis.cycles;

import static moirai.analysis.Dependency.PREDICATE_READ_WRITE;
import static moirai.analysis.Dependency.READ_WRITE;
import static moirai.analysis.Dependency.WRITE_READ;
import static moirai.analysis.Dependency.WRITE_WRITE;

import java.util.List;
import moirai.analysis.Dependency;
import moirai.history.level.Phenomenon;

/**
 * The shape of a cycle's data edges, as a finite automaton over its edges.
 *
 * <p>A state is a set of bits that say what was seen so far; walks of one shape and {@link Strength} are found by
 * searching pairs of vertex and state.
 *
 * <p>Shapes are declared from grave to mild. {@code StepKinds.gravest} and {@code CycleFinder.EXAMINED} must know a new
 * one, and no compiler asks for it.
 */
public enum Shape {
    /** ww only. */
    G0(WRITE_WRITE.bit(), Phenomenon.G0, Phenomenon.G0_PROCESS, Phenomenon.G0_REALTIME),
    /** ww and wr, at least one wr. */
    G1C(WRITE_WRITE.bit() | WRITE_READ.bit(), Phenomenon.G1C, Phenomenon.G1C_PROCESS, Phenomenon.G1C_REALTIME),
    /** Exactly one rw. */
    G_SINGLE(Masks.OF_ITEMS, Phenomenon.G_SINGLE, Phenomenon.G_SINGLE_PROCESS, Phenomenon.G_SINGLE_REALTIME),
    /** Two rw or more, no two adjacent. */
    G_NONADJACENT(
            Masks.OF_ITEMS,
            Phenomenon.G_NONADJACENT,
            Phenomenon.G_NONADJACENT_PROCESS,
            Phenomenon.G_NONADJACENT_REALTIME),
    /** Two rw or more, some of them adjacent. */
    G2_ITEM(Masks.OF_ITEMS, Phenomenon.G2_ITEM, Phenomenon.G2_ITEM_PROCESS, Phenomenon.G2_ITEM_REALTIME),
    /** Exactly one rw, on a predicate. */
    G_SINGLE_PREDICATE(
            Masks.OF_PREDICATES,
            Phenomenon.G_SINGLE_PREDICATE,
            Phenomenon.G_SINGLE_PREDICATE_PROCESS,
            Phenomenon.G_SINGLE_PREDICATE_REALTIME),
    /** Two rw or more, one on a predicate, no two adjacent. */
    G_NONADJACENT_PREDICATE(
            Masks.OF_PREDICATES,
            Phenomenon.G_NONADJACENT_PREDICATE,
            Phenomenon.G_NONADJACENT_PREDICATE_PROCESS,
            Phenomenon.G_NONADJACENT_PREDICATE_REALTIME),
    /** Two rw or more, one on a predicate, some of them adjacent. */
    G2(Masks.OF_PREDICATES, Phenomenon.G2, Phenomenon.G2_PROCESS, Phenomenon.G2_REALTIME);

    /** The masks of the kinds of dependency that several shapes share. */
    private static final class Masks {

        static final int OF_ITEMS = WRITE_WRITE.bit() | WRITE_READ.bit() | READ_WRITE.bit();
        static final int OF_PREDICATES = OF_ITEMS | PREDICATE_READ_WRITE.bit();
    }

    /** The number of bits of a state. */
    static final int STATE_BITS = 8;

    private static final int HAS_WR = 1;
    private static final int HAS_REQUIRED = 2;
    private static final int HAS_RW = 4;
    private static final int HAS_TWO_RW = 8;
    private static final int HAS_ADJACENT_RW = 16;
    private static final int LAST_IS_RW = 32;
    private static final int FIRST_IS_RW = 64;
    private static final int HAS_PREDICATE = 128;

    /** The bits of a state that depend on which of the dependencies other than rw stands for a step. */
    static final int CHOSEN_BITS = HAS_WR | HAS_REQUIRED;

    /** The shapes in the order in which they are looked for. */
    static final List<Shape> ALL = List.of(values());

    /** The shapes of cycles without predicates. */
    static final List<Shape> OF_ITEMS =
            ALL.stream().filter(shape -> !shape.needsPredicate()).toList();

    private final int dataEdges;
    private final Phenomenon plain;
    private final Phenomenon process;
    private final Phenomenon realtime;

    Shape(int dataEdges, Phenomenon plain, Phenomenon process, Phenomenon realtime) {
        this.dataEdges = dataEdges;
        this.plain = plain;
        this.process = process;
        this.realtime = realtime;
    }

    /** Returns the mask of the kinds of dependency that cycles of this shape consist of. */
    public int mask(Strength strength) {
        return dataEdges | strength.orders();
    }

    /**
     * Returns whether no two rw edges may be adjacent, so that cycles lie within components of an {@link
     * AlternatingGraph}.
     */
    boolean alternates() {
        return switch (this) {
            case G_SINGLE, G_NONADJACENT, G_SINGLE_PREDICATE, G_NONADJACENT_PREDICATE -> true;
            case G0, G1C, G2_ITEM, G2 -> false;
        };
    }

    /** Returns the kind of dependency between data without which there is no cycle of this shape, or 0. */
    int needed() {
        return switch (this) {
            case G0 -> 0;
            case G1C -> WRITE_READ.bit();
            case G_SINGLE, G_NONADJACENT, G2_ITEM -> READ_WRITE.bit();
            case G_SINGLE_PREDICATE, G_NONADJACENT_PREDICATE, G2 -> PREDICATE_READ_WRITE.bit();
        };
    }

    /** Returns whether cycles of this shape need an anti-dependency on a predicate. */
    boolean needsPredicate() {
        return (dataEdges & PREDICATE_READ_WRITE.bit()) != 0;
    }

    /**
     * Returns the state after one more edge, or -1 if no cycle of this shape continues so.
     *
     * @param kind the bit of the edge's dependency
     * @param isFirst whether it is the first edge of the walk
     */
    int after(int state, int kind, boolean isFirst, Strength strength) {
        int next = state & ~LAST_IS_RW;
        if (kind == WRITE_READ.bit()) {
            next |= HAS_WR;
        }
        if (kind == strength.required()) {
            next |= HAS_REQUIRED;
        }
        if (kind == PREDICATE_READ_WRITE.bit()) {
            next |= HAS_PREDICATE;
        }
        if ((kind & Dependency.ANTI_DEPENDENCIES) != 0) {
            next |= LAST_IS_RW | HAS_RW;
            next |= (state & HAS_RW) != 0 ? HAS_TWO_RW : 0;
            next |= (state & LAST_IS_RW) != 0 ? HAS_ADJACENT_RW : 0;
            next |= isFirst ? FIRST_IS_RW : 0;
        }
        return mayContinue(next) ? next : -1;
    }

    private boolean mayContinue(int state) {
        return switch (this) {
            case G0, G1C -> (state & HAS_RW) == 0;
            case G_SINGLE, G_SINGLE_PREDICATE -> (state & HAS_TWO_RW) == 0;
            case G_NONADJACENT, G_NONADJACENT_PREDICATE -> (state & HAS_ADJACENT_RW) == 0;
            case G2_ITEM, G2 -> true;
        };
    }

    /**
     * Returns whether a walk that returned to its first vertex in this state is a cycle of this shape and strength.
     */
    boolean accepts(int state, Strength strength) {
        if (strength.required() != 0 && (state & HAS_REQUIRED) == 0) {
            return false;
        }
        if (needsPredicate() && (state & HAS_PREDICATE) == 0) {
            return false;
        }
        boolean adjacent =
                (state & HAS_ADJACENT_RW) != 0 || (state & (LAST_IS_RW | FIRST_IS_RW)) == (LAST_IS_RW | FIRST_IS_RW);
        return switch (this) {
            case G0 -> (state & HAS_WR) == 0;
            case G1C -> (state & HAS_WR) != 0;
            case G_SINGLE, G_SINGLE_PREDICATE -> (state & HAS_RW) != 0;
            case G_NONADJACENT, G_NONADJACENT_PREDICATE -> (state & HAS_TWO_RW) != 0 && !adjacent;
            case G2_ITEM, G2 -> (state & HAS_TWO_RW) != 0 && adjacent;
        };
    }

    /** Returns the name of cycles of this shape and strength. */
    public Phenomenon phenomenon(Strength strength) {
        return switch (strength) {
            case PLAIN -> plain;
            case PROCESS -> process;
            case REALTIME -> realtime;
        };
    }
}
