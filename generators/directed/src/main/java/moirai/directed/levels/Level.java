package moirai.directed.levels;

import static moirai.directed.levels.Axiom.*;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * An isolation level: its name and what it promises.
 *
 * <p>All levels that have names here let a transaction see its own writes. Parallel snapshot isolation is the usual,
 * transitive one; Nagar and Jagannathan's has {@link Axiom#NO_BLIND_CONFLICT} alone.
 */
public record Level(String name, Set<Axiom> axioms) {

    public static final Level EVENTUAL = of("EC");
    public static final Level CAUSAL_VISIBILITY = of("CV", TRANSITIVE);

    /** Differs from causal visibility only where reading one's own writes is taken away from that. */
    public static final Level CAUSAL = of("CC", TRANSITIVE);

    public static final Level READ_COMMITTED = of("RC", ATOMIC_WRITES, CONTIGUOUS);
    public static final Level REPEATABLE_READ = of("RR", STABLE_READS, CONTIGUOUS);
    public static final Level READ_ATOMIC = of("RA", ATOMIC_WRITES, STABLE_READS, CONTIGUOUS);
    public static final Level PREFIX_CONSISTENT = of("PC", ATOMIC_WRITES, STABLE_READS, CONTIGUOUS, TRANSITIVE, PREFIX);
    public static final Level PARALLEL_SNAPSHOT =
            of("PSI", ATOMIC_WRITES, STABLE_READS, CONTIGUOUS, TRANSITIVE, NO_BLIND_CONFLICT);
    public static final Level SNAPSHOT =
            of("SI", ATOMIC_WRITES, STABLE_READS, CONTIGUOUS, TRANSITIVE, PREFIX, NO_BLIND_CONFLICT);
    public static final Level SERIALIZABLE = of("SER", ATOMIC_WRITES, STABLE_READS, CONTIGUOUS, ORDER_IS_SEEN);

    /** Copies the set, in the order of the axioms. */
    public Level {
        var ordered = EnumSet.noneOf(Axiom.class);
        ordered.addAll(axioms);
        axioms = Collections.unmodifiableSet(ordered);
    }

    private static Level of(String name, Axiom... axioms) {
        var all = new ArrayList<>(List.of(axioms));
        all.add(READ_YOUR_WRITES);
        return new Level(name, Set.copyOf(all));
    }

    /** The ten levels, weaker ones before stronger ones. */
    public static List<Level> all() {
        return List.of(
                EVENTUAL,
                CAUSAL_VISIBILITY,
                CAUSAL,
                READ_COMMITTED,
                REPEATABLE_READ,
                READ_ATOMIC,
                PREFIX_CONSISTENT,
                PARALLEL_SNAPSHOT,
                SNAPSHOT,
                SERIALIZABLE);
    }

    /** Whether the level promises this. */
    public boolean has(Axiom axiom) {
        return axioms.contains(axiom);
    }

    /** Whether whole transactions are seen and ordered as one thing, so that nothing is lost by taking them so. */
    public boolean hasWholeTxns() {
        return axioms.containsAll(List.of(READ_YOUR_WRITES, ATOMIC_WRITES, STABLE_READS, CONTIGUOUS));
    }

    /** Whether the other level promises all that this one does; seeing all that is before includes three promises. */
    public boolean isAtMost(Level other) {
        var promised = EnumSet.noneOf(Axiom.class);
        promised.addAll(other.axioms);
        if (other.has(ORDER_IS_SEEN)) {
            promised.addAll(List.of(TRANSITIVE, PREFIX, NO_BLIND_CONFLICT));
        }
        return promised.containsAll(axioms);
    }

    /** The same level without one of its promises. */
    public Level without(Axiom axiom) {
        var fewer = new ArrayList<>(axioms);
        fewer.remove(axiom);
        return new Level(name + " without " + axiom, Set.copyOf(fewer));
    }
}
