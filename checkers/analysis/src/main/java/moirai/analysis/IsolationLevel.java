package moirai.analysis;

import static moirai.analysis.Phenomenon.DUPLICATE_ELEMENTS;
import static moirai.analysis.Phenomenon.G0;
import static moirai.analysis.Phenomenon.G0_PROCESS;
import static moirai.analysis.Phenomenon.G0_REALTIME;
import static moirai.analysis.Phenomenon.G1A;
import static moirai.analysis.Phenomenon.G1B;
import static moirai.analysis.Phenomenon.G1C;
import static moirai.analysis.Phenomenon.G1C_PROCESS;
import static moirai.analysis.Phenomenon.G1C_REALTIME;
import static moirai.analysis.Phenomenon.G2_ITEM;
import static moirai.analysis.Phenomenon.G2_ITEM_PROCESS;
import static moirai.analysis.Phenomenon.G2_ITEM_REALTIME;
import static moirai.analysis.Phenomenon.GARBAGE_READ;
import static moirai.analysis.Phenomenon.G_NONADJACENT;
import static moirai.analysis.Phenomenon.G_NONADJACENT_PROCESS;
import static moirai.analysis.Phenomenon.G_NONADJACENT_REALTIME;
import static moirai.analysis.Phenomenon.G_SINGLE;
import static moirai.analysis.Phenomenon.INTERNAL;
import static moirai.analysis.Phenomenon.LOST_UPDATE;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * An isolation or consistency level: the phenomena that it forbids, and the levels that it implies.
 *
 * <p>The lattice is data. A level forbids what its constants list and all that the implied levels forbid; phenomena
 * that are instances of a forbidden one are forbidden with it (see {@link Phenomenon#closure}). Only levels that
 * list-append histories decide through these phenomena are here: a level that could not be told from a stronger or
 * weaker one is left out, because a pass at it would claim what nobody checked.
 */
public enum IsolationLevel {
    // Adya, section 4.2.1 (PL-1): G0. That no element is read twice and none is made up: Kingsbury, Alvaro, section
    // 6.1;
    // no history in Adya's sense can contain either.
    READ_UNCOMMITTED("read-uncommitted", "PL-1", Set.of(), Set.of(G0, DUPLICATE_ELEMENTS, GARBAGE_READ)),

    // Adya, section 4.2.2 (PL-2): G1, which is G1a, G1b and G1c.
    READ_COMMITTED("read-committed", "PL-2", Set.of(READ_UNCOMMITTED), Set.of(G1A, G1B, G1C)),

    // Adya, section 4.2.3 (PL-CS): G-cursor, a cycle of one rw and ww edges on a single object, which is a lost update.
    CURSOR_STABILITY("cursor-stability", "PL-CS", Set.of(READ_COMMITTED), Set.of(LOST_UPDATE)),

    // Adya, section 4.2.4 (PL-2+): G-single; implies cursor stability because G-cursor is a G-single.
    CONSISTENT_VIEW("consistent-view", "PL-2+", Set.of(CURSOR_STABILITY), Set.of(G_SINGLE)),

    // Adya, section 3.2.3 (PL-2.99): G2-item. Re-reads that differ: Berenson et al. 1995, P2.
    REPEATABLE_READ("repeatable-read", "PL-2.99", Set.of(CURSOR_STABILITY), Set.of(G2_ITEM, INTERNAL)),

    // Cerone, Gotsman, "Analysing Snapshot Isolation" (2018), theorem 4.1: every cycle has two adjacent rw edges; INT.
    SNAPSHOT_ISOLATION("snapshot-isolation", "PL-SI", Set.of(CONSISTENT_VIEW), Set.of(G_NONADJACENT, INTERNAL)),

    // Adya, section 3.2.4 (PL-3): no cycle at all; implies snapshot isolation as we define it: fewer cycles are
    // allowed.
    SERIALIZABLE("serializable", "PL-3", Set.of(REPEATABLE_READ, SNAPSHOT_ISOLATION), Set.of(G2_ITEM)),

    // The session and strong variants add the order within sessions, or in real time, to the graph: for snapshot
    // isolation
    // and serializability Daudjee, Salem, "Lazy Database Replication with Snapshot Isolation" (2006) and "... with
    // Ordering
    // Guarantees" (2004); for the weaker levels the same generalisation, as in Elle.
    STRONG_SESSION_READ_UNCOMMITTED(
            "strong-session-read-uncommitted", "strong-session-PL-1", Set.of(READ_UNCOMMITTED), Set.of(G0_PROCESS)),
    STRONG_SESSION_READ_COMMITTED(
            "strong-session-read-committed",
            "strong-session-PL-2",
            Set.of(READ_COMMITTED, STRONG_SESSION_READ_UNCOMMITTED),
            Set.of(G1C_PROCESS)),
    STRONG_SESSION_SNAPSHOT_ISOLATION(
            "strong-session-snapshot-isolation",
            "strong-session-PL-SI",
            Set.of(SNAPSHOT_ISOLATION, STRONG_SESSION_READ_COMMITTED),
            Set.of(G_NONADJACENT_PROCESS)),
    STRONG_SESSION_SERIALIZABLE(
            "strong-session-serializable",
            "strong-session-PL-3",
            Set.of(SERIALIZABLE, STRONG_SESSION_SNAPSHOT_ISOLATION),
            Set.of(G2_ITEM_PROCESS)),
    STRONG_READ_UNCOMMITTED(
            "strong-read-uncommitted", "strong-PL-1", Set.of(STRONG_SESSION_READ_UNCOMMITTED), Set.of(G0_REALTIME)),
    STRONG_READ_COMMITTED(
            "strong-read-committed",
            "strong-PL-2",
            Set.of(STRONG_SESSION_READ_COMMITTED, STRONG_READ_UNCOMMITTED),
            Set.of(G1C_REALTIME)),
    STRONG_SNAPSHOT_ISOLATION(
            "strong-snapshot-isolation",
            "strong-PL-SI",
            Set.of(STRONG_SESSION_SNAPSHOT_ISOLATION, STRONG_READ_COMMITTED),
            Set.of(G_NONADJACENT_REALTIME)),

    // Adya, section 4.2.5 (PL-SS); Herlihy, Wing 1990 for the order in real time.
    STRICT_SERIALIZABLE(
            "strict-serializable",
            "PL-SS",
            Set.of(STRONG_SESSION_SERIALIZABLE, STRONG_SNAPSHOT_ISOLATION),
            Set.of(G2_ITEM_REALTIME));

    private final String label;
    private final String alias;

    @SuppressWarnings("ImmutableEnumChecker") // Made by Set.of.
    private final Set<IsolationLevel> implied;

    @SuppressWarnings("ImmutableEnumChecker") // Made by Set.of.
    private final Set<Phenomenon> forbiddenHere;

    IsolationLevel(String label, String alias, Set<IsolationLevel> implied, Set<Phenomenon> forbiddenHere) {
        this.label = label;
        this.alias = alias;
        this.implied = implied;
        this.forbiddenHere = forbiddenHere;
    }

    /** The name on the command line and in reports, and in Elle. */
    public String label() {
        return label;
    }

    /** The level with this name, which may be Adya's, such as {@code PL-3}. */
    public static Optional<IsolationLevel> named(String name) {
        String wanted = name.toLowerCase(Locale.ROOT);
        return Arrays.stream(values())
                .filter(level -> level.label.equals(wanted)
                        || level.alias.toLowerCase(Locale.ROOT).equals(wanted))
                .findFirst();
    }

    /** All names, weakest levels first, for messages. */
    public static String labels() {
        return Arrays.stream(values()).map(IsolationLevel::label).collect(Collectors.joining(", "));
    }

    /** Whether every history that satisfies this level satisfies {@code other} as well. A level implies itself. */
    public boolean implies(IsolationLevel other) {
        return this == other || implied.stream().anyMatch(level -> level.implies(other));
    }

    /** Every phenomenon of which one instance breaks this level. */
    public Set<Phenomenon> forbidden() {
        var listed = EnumSet.noneOf(Phenomenon.class);
        for (IsolationLevel level : values()) {
            if (implies(level)) {
                listed.addAll(level.forbiddenHere);
            }
        }
        var forbidden = EnumSet.noneOf(Phenomenon.class);
        for (Phenomenon phenomenon : Phenomenon.values()) {
            if (Phenomenon.closure(Set.of(phenomenon)).stream().anyMatch(listed::contains)) {
                forbidden.add(phenomenon);
            }
        }
        return forbidden;
    }

    /** The levels that none of these phenomena breaks, in the order of declaration. */
    public static List<IsolationLevel> unbrokenBy(Set<Phenomenon> phenomena) {
        var unbroken = new ArrayList<IsolationLevel>();
        for (IsolationLevel level : values()) {
            if (level.forbidden().stream().noneMatch(phenomena::contains)) {
                unbroken.add(level);
            }
        }
        return List.copyOf(unbroken);
    }

    /** Those of these levels that no other of them implies. */
    public static List<IsolationLevel> strongest(List<IsolationLevel> levels) {
        return levels.stream()
                .filter(level -> levels.stream().noneMatch(other -> other != level && other.implies(level)))
                .toList();
    }

    /** Those of these levels that imply no other of them. */
    public static List<IsolationLevel> weakest(List<IsolationLevel> levels) {
        return levels.stream()
                .filter(level -> levels.stream().noneMatch(other -> other != level && level.implies(other)))
                .toList();
    }
}
