package moirai.history.level;

import static java.util.Objects.requireNonNull;
import static moirai.history.level.Phenomenon.CAUSALITY_VIOLATION;
import static moirai.history.level.Phenomenon.DUPLICATE_ELEMENTS;
import static moirai.history.level.Phenomenon.FRACTURED_READ;
import static moirai.history.level.Phenomenon.G0;
import static moirai.history.level.Phenomenon.G0_PROCESS;
import static moirai.history.level.Phenomenon.G0_REALTIME;
import static moirai.history.level.Phenomenon.G1A;
import static moirai.history.level.Phenomenon.G1B;
import static moirai.history.level.Phenomenon.G1C;
import static moirai.history.level.Phenomenon.G1C_PROCESS;
import static moirai.history.level.Phenomenon.G1C_REALTIME;
import static moirai.history.level.Phenomenon.G2;
import static moirai.history.level.Phenomenon.G2_ITEM;
import static moirai.history.level.Phenomenon.G2_PROCESS;
import static moirai.history.level.Phenomenon.G2_REALTIME;
import static moirai.history.level.Phenomenon.GARBAGE_READ;
import static moirai.history.level.Phenomenon.G_NONADJACENT_PREDICATE;
import static moirai.history.level.Phenomenon.G_NONADJACENT_PREDICATE_PROCESS;
import static moirai.history.level.Phenomenon.G_NONADJACENT_PREDICATE_REALTIME;
import static moirai.history.level.Phenomenon.G_SINGLE_PREDICATE;
import static moirai.history.level.Phenomenon.INTERNAL;
import static moirai.history.level.Phenomenon.LOST_UPDATE;
import static moirai.history.level.Phenomenon.MISSING_OWN_WRITE;
import static moirai.history.level.Phenomenon.NON_MONOTONIC_READ;
import static moirai.history.level.Phenomenon.NON_MONOTONIC_VIEW;
import static moirai.history.level.Phenomenon.NON_MONOTONIC_VIEW_PROCESS;
import static moirai.history.level.Phenomenon.NON_MONOTONIC_WRITE;
import static moirai.history.level.Phenomenon.PARALLEL_SNAPSHOT_VIOLATION;
import static moirai.history.level.Phenomenon.PRAM_VIOLATION;
import static moirai.history.level.Phenomenon.PREFIX_VIOLATION;
import static moirai.history.level.Phenomenon.REORDERED_APPENDS;
import static moirai.history.level.Phenomenon.SERIAL_VIOLATION;
import static moirai.history.level.Phenomenon.SERIAL_VIOLATION_PREDICATE;
import static moirai.history.level.Phenomenon.SERIAL_VIOLATION_PROCESS;
import static moirai.history.level.Phenomenon.SERIAL_VIOLATION_REALTIME;
import static moirai.history.level.Phenomenon.SNAPSHOT_VIOLATION;
import static moirai.history.level.Phenomenon.SNAPSHOT_VIOLATION_PROCESS;
import static moirai.history.level.Phenomenon.SNAPSHOT_VIOLATION_REALTIME;
import static moirai.history.level.Phenomenon.UPDATE_VIOLATION;
import static moirai.history.level.Phenomenon.VIEW_VIOLATION;
import static moirai.history.level.Phenomenon.WRITE_BEFORE_READ;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * An isolation or consistency level: the phenomena that it forbids, and the levels that it implies.
 *
 * <p>The lattice is data. A level forbids what its constants list and all that the implied levels forbid; phenomena
 * that are instances of a forbidden one are forbidden with it (see {@link Phenomenon#closure}). The findings of a
 * checker say which levels were examined: a level does not hold because nothing was found, if nothing was looked for.
 */
public enum IsolationLevel {
    // Adya, section 4.2.1 (PL-1): G0. That no element is read twice and none is made up: Kingsbury, Alvaro, section
    // 6.1; that appends of a transaction stand in its order: there, 4.1.3. No history in Adya's sense can contain any
    // of these, whatever its reads see: a history keeps the order of each transaction's operations, and a version that
    // the second of two appends made contains what the first had appended.
    READ_UNCOMMITTED(
            "read-uncommitted",
            List.of("PL-1"),
            Set.of(),
            Set.of(G0, DUPLICATE_ELEMENTS, GARBAGE_READ, REORDERED_APPENDS)),

    // Adya, section 4.2.2 (PL-2): G1, which is G1a, G1b and G1c.
    READ_COMMITTED("read-committed", List.of("PL-2"), Set.of(READ_UNCOMMITTED), Set.of(G1A, G1B, G1C)),

    // Terry et al., "Session Guarantees for Weakly Consistent Replicated Data" (1994), section 3, lifted to
    // transactions
    // in the framework of Biswas, Enea, "On the Complexity of Checking Transactional Consistency" (2019), where reads
    // are of committed values: hence they imply read committed.
    READ_YOUR_WRITES("read-your-writes", List.of("ryw"), Set.of(READ_COMMITTED), Set.of(MISSING_OWN_WRITE)),
    MONOTONIC_READS("monotonic-reads", List.of("mr"), Set.of(READ_COMMITTED), Set.of(NON_MONOTONIC_READ)),
    MONOTONIC_WRITES("monotonic-writes", List.of("mw"), Set.of(READ_COMMITTED), Set.of(NON_MONOTONIC_WRITE)),
    WRITES_FOLLOW_READS("writes-follow-reads", List.of("wfr"), Set.of(READ_COMMITTED), Set.of(WRITE_BEFORE_READ)),

    // Bailis et al., "Highly Available Transactions" (2013), section 5.1.2.
    MONOTONIC_ATOMIC_VIEW("monotonic-atomic-view", List.of("MAV"), Set.of(READ_COMMITTED), Set.of(NON_MONOTONIC_VIEW)),

    // Lipton, Sandberg, "PRAM: A Scalable Shared Memory" (1988); Bailis et al. 2013, section 5.1.3: monotonic reads,
    // monotonic writes and read your writes together. Lifted to transactions as causal consistency is, so that whole
    // transactions are visible, hence monotonic atomic view; what a session saw is not handed on, hence not causal.
    PRAM(
            "pram",
            List.of(),
            Set.of(READ_YOUR_WRITES, MONOTONIC_READS, MONOTONIC_WRITES, MONOTONIC_ATOMIC_VIEW),
            Set.of(PRAM_VIOLATION)),

    // Adya, section 4.2.3 (PL-CS): G-cursor, a cycle of one rw and ww edges on a single object, which is a lost update.
    CURSOR_STABILITY("cursor-stability", List.of("PL-CS"), Set.of(READ_COMMITTED), Set.of(LOST_UPDATE)),

    // Adya, section 4.2.4 (PL-2+): G-single, on items or predicates; implies cursor stability because G-cursor is a
    // G-single, and monotonic
    // atomic view because who sees a part of a transaction and then misses another is in a G-single with it.
    CONSISTENT_VIEW(
            "consistent-view",
            List.of("PL-2+"),
            Set.of(CURSOR_STABILITY, MONOTONIC_ATOMIC_VIEW),
            Set.of(G_SINGLE_PREDICATE, VIEW_VIOLATION)),

    // Adya, section 3.2.3 (PL-2.99): G2-item; phantoms are allowed. Re-reads that differ: Berenson et al. 1995, P2.
    // Implies monotonic atomic view: Bailis et al. 2013, figure 2.
    REPEATABLE_READ(
            "repeatable-read",
            List.of("PL-2.99"),
            Set.of(CURSOR_STABILITY, MONOTONIC_ATOMIC_VIEW),
            Set.of(G2_ITEM, INTERNAL, SERIAL_VIOLATION)),

    // Cerone, Gotsman, "Analysing Snapshot Isolation" (2018), theorem 4.1: every cycle has two adjacent rw edges; INT.
    SNAPSHOT_ISOLATION(
            "snapshot-isolation",
            List.of("PL-SI"),
            Set.of(CONSISTENT_VIEW),
            Set.of(G_NONADJACENT_PREDICATE, INTERNAL, SNAPSHOT_VIOLATION)),

    // Adya, section 3.2.4 (PL-3): G2, no cycle at all; implies snapshot isolation as we define it: fewer cycles are
    // allowed.
    SERIALIZABLE(
            "serializable",
            List.of("PL-3", "conflict-serializable"),
            Set.of(REPEATABLE_READ, SNAPSHOT_ISOLATION),
            Set.of(G2, SERIAL_VIOLATION_PREDICATE)),

    // The session and strong variants add the order within sessions, or in real time, which keeps each session's writes
    // in order and after what it read: for snapshot isolation and serializability Daudjee, Salem, "Lazy Database
    // Replication with Snapshot Isolation" (2006) and "... with Ordering
    // Guarantees" (2004); for the weaker levels the same generalisation, as in Elle.
    STRONG_SESSION_READ_UNCOMMITTED(
            "strong-session-read-uncommitted",
            List.of("strong-session-PL-1"),
            Set.of(READ_UNCOMMITTED),
            Set.of(G0_PROCESS)),
    STRONG_SESSION_READ_COMMITTED(
            "strong-session-read-committed",
            List.of("strong-session-PL-2"),
            Set.of(READ_COMMITTED, STRONG_SESSION_READ_UNCOMMITTED, MONOTONIC_WRITES, WRITES_FOLLOW_READS),
            Set.of(G1C_PROCESS)),

    // Biswas, Enea (2019), figure 2, "Read Committed": monotonic atomic view with commits in the order of the sessions,
    // and reads that return what their transaction wrote last, if it wrote (section 2.1).
    STRONG_SESSION_MONOTONIC_ATOMIC_VIEW(
            "strong-session-monotonic-atomic-view",
            List.of("rc"),
            Set.of(MONOTONIC_ATOMIC_VIEW, STRONG_SESSION_READ_COMMITTED),
            Set.of(NON_MONOTONIC_VIEW_PROCESS)),

    // Biswas, Enea (2019), figure 2; Cerone, Bernardi, Gotsman, "A Framework for Transactional Consistency Models with
    // Atomic Visibility" (2015): INT, EXT, SESSION.
    READ_ATOMIC(
            "read-atomic",
            List.of("ra"),
            Set.of(STRONG_SESSION_MONOTONIC_ATOMIC_VIEW, READ_YOUR_WRITES),
            Set.of(FRACTURED_READ, INTERNAL)),

    // Cerone et al. 2015: INT, EXT, SESSION, NOCONFLICT; ROLA: Liu et al., "ROLA: A New Distributed Transaction
    // Protocol
    // and Its Formal Analysis" (2018). Implies cursor stability: of two who read a version and write the key, the
    // second would have to see the first.
    UPDATE_ATOMIC("update-atomic", List.of("ROLA"), Set.of(READ_ATOMIC, CURSOR_STABILITY), Set.of(UPDATE_VIOLATION)),

    // Biswas, Enea (2019), figure 2; Cerone et al.: TRANSVIS. What the session wrote or saw is visible, hence all
    // session guarantees
    // (Bailis et al. 2013: PRAM and writes follow reads).
    CAUSAL("causal", List.of("cc", "tcc", "causal-cerone"), Set.of(READ_ATOMIC, PRAM), Set.of(CAUSALITY_VIOLATION)),

    // The same; Cerone et al.: PREFIX.
    PREFIX("prefix", List.of("pc"), Set.of(CAUSAL), Set.of(PREFIX_VIOLATION)),

    // Cerone et al. 2015: TRANSVIS and NOCONFLICT; Sovran et al., "Transactional storage for geo-replicated systems"
    // (2011). Implies consistent view: it forbids the same cycles with more edges; and update atomic (Liu et al. 2018).
    PARALLEL_SNAPSHOT_ISOLATION(
            "parallel-snapshot-isolation",
            List.of("psi"),
            Set.of(CAUSAL, UPDATE_ATOMIC, CONSISTENT_VIEW),
            Set.of(PARALLEL_SNAPSHOT_VIOLATION)),
    STRONG_SESSION_SNAPSHOT_ISOLATION(
            "strong-session-snapshot-isolation",
            List.of("strong-session-PL-SI", "si"),
            Set.of(SNAPSHOT_ISOLATION, PREFIX, PARALLEL_SNAPSHOT_ISOLATION),
            Set.of(G_NONADJACENT_PREDICATE_PROCESS, SNAPSHOT_VIOLATION_PROCESS)),
    STRONG_SESSION_SERIALIZABLE(
            "strong-session-serializable",
            List.of("strong-session-PL-3", "ser"),
            Set.of(SERIALIZABLE, STRONG_SESSION_SNAPSHOT_ISOLATION),
            Set.of(G2_PROCESS, SERIAL_VIOLATION_PROCESS)),
    STRONG_READ_UNCOMMITTED(
            "strong-read-uncommitted",
            List.of("strong-PL-1"),
            Set.of(STRONG_SESSION_READ_UNCOMMITTED),
            Set.of(G0_REALTIME)),
    STRONG_READ_COMMITTED(
            "strong-read-committed",
            List.of("strong-PL-2"),
            Set.of(STRONG_SESSION_READ_COMMITTED, STRONG_READ_UNCOMMITTED),
            Set.of(G1C_REALTIME)),
    STRONG_SNAPSHOT_ISOLATION(
            "strong-snapshot-isolation",
            List.of("strong-PL-SI"),
            Set.of(STRONG_SESSION_SNAPSHOT_ISOLATION, STRONG_READ_COMMITTED),
            Set.of(G_NONADJACENT_PREDICATE_REALTIME, SNAPSHOT_VIOLATION_REALTIME)),

    // Adya, section 4.2.5 (PL-SS); Herlihy, Wing 1990 for the order in real time.
    STRICT_SERIALIZABLE(
            "strict-serializable",
            List.of("PL-SS", "strong-serializable"),
            Set.of(STRONG_SESSION_SERIALIZABLE, STRONG_SNAPSHOT_ISOLATION),
            Set.of(G2_REALTIME, SERIAL_VIOLATION_REALTIME));

    /**
     * The names of Elle, and as aliases Adya's, such as {@code PL-3}, or {@code rc ra cc pc psi si ser}. The latter are
     * meant as in Biswas and Enea, and in checkers that follow them, with the order within sessions.
     */
    public static final LevelNames<IsolationLevel> NAMES = new LevelNames<>(
            "a level",
            Arrays.stream(values())
                    .map(level -> new LevelNames.Name<>(level.label, level, level.aliases))
                    .toList(),
            ForeignLevels.refusals());

    private final String label;

    @SuppressWarnings("ImmutableEnumChecker") // Made by List.of.
    private final List<String> aliases;

    @SuppressWarnings("ImmutableEnumChecker") // Made by Set.of.
    private final Set<IsolationLevel> implied;

    @SuppressWarnings("ImmutableEnumChecker") // Made by Set.of.
    private final Set<Phenomenon> forbiddenHere;

    IsolationLevel(String label, List<String> aliases, Set<IsolationLevel> implied, Set<Phenomenon> forbiddenHere) {
        this.label = label;
        this.aliases = aliases;
        this.implied = implied;
        this.forbiddenHere = forbiddenHere;
    }

    /** Returns the name on the command line and in reports, and in Elle. */
    public String label() {
        return label;
    }

    /**
     * Returns whether every history that satisfies this level satisfies {@code other} as well. A level implies itself.
     */
    public boolean implies(IsolationLevel other) {
        return Lattice.IMPLIED.getOrDefault(this, Set.of()).contains(other);
    }

    /** Returns every phenomenon of which one instance breaks this level. */
    public Set<Phenomenon> forbidden() {
        return Lattice.FORBIDDEN.getOrDefault(this, Set.of());
    }

    /**
     * The consequences of the constants, computed once: questions are asked often, and many ways lead through the
     * lattice.
     */
    private static final class Lattice {

        private static final Map<IsolationLevel, Set<IsolationLevel>> IMPLIED = new EnumMap<>(IsolationLevel.class);
        private static final Map<IsolationLevel, Set<Phenomenon>> FORBIDDEN = new EnumMap<>(IsolationLevel.class);
        /** The levels that imply a level, but for itself. */
        private static final Map<IsolationLevel, Set<IsolationLevel>> STRONGER = new EnumMap<>(IsolationLevel.class);
        /** The levels that a level implies, but for itself. */
        private static final Map<IsolationLevel, Set<IsolationLevel>> WEAKER = new EnumMap<>(IsolationLevel.class);
        /** The levels that one instance of a phenomenon breaks; a phenomenon that is missing breaks none. */
        private static final Map<Phenomenon, Set<IsolationLevel>> BROKEN = new EnumMap<>(Phenomenon.class);

        static {
            // A level is declared after those that it implies.
            for (IsolationLevel level : values()) {
                var implied = EnumSet.of(level);
                level.implied.forEach(weaker -> implied.addAll(IMPLIED.getOrDefault(weaker, Set.of())));
                IMPLIED.put(level, implied);
                var listed = EnumSet.noneOf(Phenomenon.class);
                implied.forEach(weaker -> listed.addAll(weaker.forbiddenHere));
                FORBIDDEN.put(level, Collections.unmodifiableSet(instancesOf(listed)));
                STRONGER.put(level, EnumSet.noneOf(IsolationLevel.class));
                WEAKER.put(level, EnumSet.noneOf(IsolationLevel.class));
            }
            IMPLIED.forEach((level, implied) -> implied.forEach(weaker -> {
                if (weaker != level) {
                    requireNonNull(STRONGER.get(weaker)).add(level);
                    requireNonNull(WEAKER.get(level)).add(weaker);
                }
            }));
            FORBIDDEN.forEach((level, forbidden) -> forbidden.forEach(
                    phenomenon -> BROKEN.computeIfAbsent(phenomenon, first -> EnumSet.noneOf(IsolationLevel.class))
                            .add(level)));
        }

        private static Set<Phenomenon> instancesOf(Set<Phenomenon> listed) {
            var instances = EnumSet.noneOf(Phenomenon.class);
            for (Phenomenon phenomenon : Phenomenon.values()) {
                if (Phenomenon.closure(Set.of(phenomenon)).stream().anyMatch(listed::contains)) {
                    instances.add(phenomenon);
                }
            }
            return instances;
        }
    }

    /** Returns the levels that none of these phenomena breaks, in the order of declaration. */
    public static Set<IsolationLevel> unbrokenBy(Set<Phenomenon> phenomena) {
        var unbroken = EnumSet.allOf(IsolationLevel.class);
        for (Phenomenon phenomenon : phenomena) {
            unbroken.removeAll(Lattice.BROKEN.getOrDefault(phenomenon, Set.of()));
        }
        return Collections.unmodifiableSet(unbroken);
    }

    /** Returns those of these levels that no other of them implies. */
    public static List<IsolationLevel> strongest(Collection<IsolationLevel> levels) {
        return without(levels, Lattice.WEAKER);
    }

    /** Returns those of these levels that imply no other of them. */
    public static List<IsolationLevel> weakest(Collection<IsolationLevel> levels) {
        return without(levels, Lattice.STRONGER);
    }

    /** Returns these levels without those that the map gives for one of them. */
    private static List<IsolationLevel> without(
            Collection<IsolationLevel> levels, Map<IsolationLevel, Set<IsolationLevel>> dropped) {
        var all = EnumSet.noneOf(IsolationLevel.class);
        for (IsolationLevel level : levels) {
            all.addAll(dropped.getOrDefault(level, Set.of()));
        }
        var left = new ArrayList<IsolationLevel>(levels);
        left.removeAll(all);
        return List.copyOf(left);
    }
}
