package moirai.analysis;

import static moirai.analysis.Dependency.READ_WRITE;
import static moirai.analysis.Dependency.WRITE_READ;

import java.util.List;
import java.util.Optional;
import moirai.history.level.Phenomenon;

/**
 * A name for the whole of a cycle that its class does not give: Elle calls a long fork G-nonadjacent and a fractured
 * read G-single, as it calls others that look different.
 *
 * <p>A label of the witness and no {@link Phenomenon}: which levels a cycle breaks, its class says alone, and the class
 * keeps the name by which Elle's users search for it.
 */
public enum CyclePattern {
    /** Adya, Liskov, O'Neil 2000; Sovran et al. 2011, section 4.2: w1 -wr-> r1 -rw-> w2 -wr-> r2 -rw-> w1. */
    LONG_FORK("long fork"),
    /** Bailis et al., "Scalable Atomic Visibility with RAMP Transactions" (2014), section 3.1: w -wr-> r -rw-> w. */
    FRACTURED_READ("fractured read"),
    /** Berenson et al. 1995, A5B: two transactions that each miss what the other wrote. */
    WRITE_SKEW("write skew"),
    /**
     * Berenson et al. 1995, P4: two transactions that both wrote one key and each miss the other's write, in an order
     * that nobody saw. Whichever it was, one of the two anti-dependencies is a ww dependency as well.
     */
    LOST_UPDATE("lost update");

    private final String words;

    CyclePattern(String words) {
        this.words = words;
    }

    /** Returns the name in reports. */
    public String words() {
        return words;
    }

    /** Returns the pattern of these dependencies, which close a circle of as many transactions. O(dependencies). */
    static Optional<CyclePattern> of(List<Dependency> circle) {
        return switch (circle.size()) {
            case 2 -> ofTwo(circle);
            case 4 ->
                circle.equals(List.of(WRITE_READ, READ_WRITE, WRITE_READ, READ_WRITE))
                                || circle.equals(List.of(READ_WRITE, WRITE_READ, READ_WRITE, WRITE_READ))
                        ? Optional.of(LONG_FORK)
                        : Optional.empty();
            default -> Optional.empty();
        };
    }

    private static Optional<CyclePattern> ofTwo(List<Dependency> circle) {
        if (circle.equals(List.of(READ_WRITE, READ_WRITE))) {
            return Optional.of(WRITE_SKEW);
        }
        return circle.contains(READ_WRITE) && circle.contains(WRITE_READ)
                ? Optional.of(FRACTURED_READ)
                : Optional.empty();
    }
}
