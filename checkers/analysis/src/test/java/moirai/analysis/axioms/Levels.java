package moirai.analysis.axioms;

import static moirai.analysis.axioms.Axiom.CAUSAL;
import static moirai.analysis.axioms.Axiom.CURSOR;
import static moirai.analysis.axioms.Axiom.MONOTONIC_READS;
import static moirai.analysis.axioms.Axiom.MONOTONIC_WRITES;
import static moirai.analysis.axioms.Axiom.NONE;
import static moirai.analysis.axioms.Axiom.PARALLEL_SNAPSHOT;
import static moirai.analysis.axioms.Axiom.PRAM;
import static moirai.analysis.axioms.Axiom.PREFIX;
import static moirai.analysis.axioms.Axiom.READ_ATOMIC;
import static moirai.analysis.axioms.Axiom.READ_COMMITTED;
import static moirai.analysis.axioms.Axiom.READ_YOUR_WRITES;
import static moirai.analysis.axioms.Axiom.SERIAL;
import static moirai.analysis.axioms.Axiom.SNAPSHOT;
import static moirai.analysis.axioms.Axiom.UPDATE_ATOMIC;
import static moirai.analysis.axioms.Axiom.WRITES_FOLLOW_READS;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** All 45 levels, and which of them implies which. */
final class Levels {

    static final List<AxiomaticLevel> ALL = all();

    private Levels() {}

    private static List<AxiomaticLevel> all() {
        var levels = new ArrayList<AxiomaticLevel>();
        for (Axiom axiom : Axiom.values()) {
            for (BaseOrder order : BaseOrder.values()) {
                levels.add(new AxiomaticLevel(axiom, order));
            }
        }
        return List.copyOf(levels);
    }

    /** Decides whether every history that satisfies the one level satisfies the other. A level implies itself. */
    static boolean implies(AxiomaticLevel stronger, AxiomaticLevel weaker) {
        return closure(Set.of(stronger)).contains(weaker);
    }

    /** These levels and all that they imply. */
    static Set<AxiomaticLevel> closure(Collection<AxiomaticLevel> levels) {
        var closed = new LinkedHashSet<>(levels);
        var open = new ArrayDeque<>(levels);
        while (!open.isEmpty()) {
            directlyImplied(open.remove()).stream().filter(closed::add).forEach(open::add);
        }
        return closed;
    }

    /** The edges of the lattice. */
    static List<AxiomaticLevel> directlyImplied(AxiomaticLevel level) {
        var implied = new ArrayList<AxiomaticLevel>();
        for (Axiom axiom : directlyImplied(level.axiom(), level.order())) {
            implied.add(new AxiomaticLevel(axiom, level.order()));
        }
        // A smaller base order makes no other transaction visible and leaves the commit order more freedom.
        weaker(level.order()).ifPresent(order -> implied.add(new AxiomaticLevel(level.axiom(), order)));
        return implied;
    }

    /** The neighbours below, without those that imply the level in turn. */
    static List<AxiomaticLevel> neighboursBelow(AxiomaticLevel level) {
        return directlyImplied(level).stream()
                .filter(below -> !closure(Set.of(below)).contains(level))
                .toList();
    }

    private static Optional<BaseOrder> weaker(BaseOrder order) {
        return switch (order) {
            case NONE -> Optional.empty();
            case SESSION -> Optional.of(BaseOrder.NONE);
            case REALTIME -> Optional.of(BaseOrder.SESSION);
        };
    }

    /** Over one base order. */
    private static List<Axiom> directlyImplied(Axiom axiom, BaseOrder order) {
        boolean overSessions = order != BaseOrder.NONE;
        return switch (axiom) {
            // A commit order that extends the sessions satisfies what these two ask of writes within a session.
            case NONE -> overSessions ? List.of(MONOTONIC_WRITES, WRITES_FOLLOW_READS) : List.of();
            case READ_YOUR_WRITES, MONOTONIC_READS, MONOTONIC_WRITES, WRITES_FOLLOW_READS, READ_COMMITTED, CURSOR ->
                List.of(NONE);
            // Whoever was read from earlier is one who is read from; so is an own write, where the base has sessions.
            case READ_ATOMIC -> overSessions ? List.of(READ_COMMITTED, READ_YOUR_WRITES) : List.of(READ_COMMITTED);
            // What the session read from or wrote is visible, and so is whoever is read from; who is visible by real
            // time alone is not.
            case PRAM ->
                order == BaseOrder.REALTIME
                        ? List.of(READ_YOUR_WRITES, MONOTONIC_READS, READ_COMMITTED)
                        : List.of(READ_YOUR_WRITES, MONOTONIC_READS, MONOTONIC_WRITES, READ_ATOMIC);
            // A conflict more.
            case UPDATE_ATOMIC -> List.of(READ_ATOMIC, CURSOR);
            // All paths of PRAM are paths, where the base has sessions.
            case CAUSAL -> overSessions ? List.of(READ_ATOMIC, PRAM) : List.of(READ_ATOMIC);
            // The last step of a path ends in the reader, and commit orders extend the others.
            case PREFIX -> List.of(CAUSAL);
            case PARALLEL_SNAPSHOT -> List.of(CAUSAL, UPDATE_ATOMIC);
            // The last step of a path is one of PREFIX's or a conflict.
            case SNAPSHOT -> List.of(PREFIX, PARALLEL_SNAPSHOT);
            case SERIAL -> List.of(SNAPSHOT);
        };
    }
}
