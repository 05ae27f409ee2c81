package moirai.runs.matrix;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import moirai.generators.Workload;
import moirai.history.level.Phenomenon;

/**
 * A column of the table: a phenomenon by the name that Hermitage has for it, and the phenomena that are counted for it.
 *
 * <p>Orders within sessions and in real time have no column. Each column counts cycles of its own class: a cycle with
 * one anti-dependency is counted as G-single alone, although by Adya's definition it is a G2-item, too.
 */
public enum Column {
    G0("G0", "dirty write", Need.TWO_OPS),
    G1A("G1a", "aborted read", Need.NOTHING),
    G1B("G1b", "intermediate read", Need.TWO_OPS),
    G1C("G1c", "circular information flow", Need.TWO_OPS),
    /** A transaction saw an effect of another and then missed one, which breaks monotonic atomic view. */
    OTV("OTV", "observed transaction vanishes", Need.TWO_OPS),
    /**
     * The cycles with one anti-dependency, which is on a predicate. Two scans of a transaction between which a list was
     * born are such a cycle, and so is a scan that missed a list whose writer the transaction saw elsewhere.
     */
    PMP("PMP", "predicate-many-preceders", Need.SCANS),
    P4("P4", "lost update", Need.TWO_OPS),
    G_SINGLE("G-single", "read skew", Need.TWO_OPS),
    G2_ITEM("G2-item", "write skew", Need.TWO_OPS),
    /** Hermitage's anti-dependency cycle, with an anti-dependency on a predicate. */
    G2("G2", "write skew through a phantom", Need.SCANS);

    /** The things that a workload has to do for a phenomenon to be possible. */
    private enum Need {
        NOTHING,
        /** Transactions of at least two operations. */
        TWO_OPS,
        /** The same, and scans of ranges. */
        SCANS
    }

    private final String label;
    private final String meaning;
    private final Need need;

    Column(String label, String meaning, Need need) {
        this.label = label;
        this.meaning = meaning;
        this.need = need;
    }

    /** Returns the name in Hermitage's table. */
    public String label() {
        return label;
    }

    /** Returns the name in plain words. */
    public String meaning() {
        return meaning;
    }

    /** Returns the phenomena that are counted for this column. */
    public Set<Phenomenon> counted() {
        return switch (this) {
            case G0 -> EnumSet.of(Phenomenon.G0);
            // An append upon an aborted one, and reads of incompatible orders, prove that an aborted version was there.
            case G1A -> EnumSet.of(Phenomenon.G1A, Phenomenon.DIRTY_UPDATE, Phenomenon.INCOMPATIBLE_ORDER);
            case G1B -> EnumSet.of(Phenomenon.G1B);
            case G1C -> EnumSet.of(Phenomenon.G1C, Phenomenon.FUTURE_READ);
            case OTV -> EnumSet.of(Phenomenon.NON_MONOTONIC_VIEW);
            case PMP -> EnumSet.of(Phenomenon.G_SINGLE_PREDICATE);
            case P4 -> EnumSet.of(Phenomenon.LOST_UPDATE);
            case G_SINGLE -> EnumSet.of(Phenomenon.G_SINGLE);
            case G2_ITEM -> EnumSet.of(Phenomenon.G2_ITEM);
            case G2 -> EnumSet.of(Phenomenon.G2);
        };
    }

    /** Returns why no run of this workload shows the phenomenon, as a clause; empty if runs may show it. */
    String lack(Workload workload) {
        return switch (need) {
            case NOTHING -> "";
            case TWO_OPS -> withoutTwoOps(workload);
            case SCANS -> workload.scans().share() == 0 ? "the workload has no scans" : withoutTwoOps(workload);
        };
    }

    private static String withoutTwoOps(Workload workload) {
        return workload.maxTxnLength() < 2 ? "the workload has no transactions of two operations" : "";
    }

    /** Returns whether a phenomenon is counted for some column. */
    static boolean isCountedSomewhere(Phenomenon phenomenon) {
        return Stream.of(values()).anyMatch(column -> column.counted().contains(phenomenon));
    }

    /** Returns all columns, in Hermitage's order. */
    static List<Column> all() {
        return List.of(values());
    }
}
