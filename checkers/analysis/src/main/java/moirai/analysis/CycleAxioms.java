package moirai.analysis;

import static moirai.analysis.Dependency.ANTI_DEPENDENCIES;
import static moirai.analysis.Dependency.PROCESS;
import static moirai.analysis.Dependency.WRITE_READ;
import static moirai.analysis.Dependency.WRITE_WRITE;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import moirai.history.level.Phenomenon;

/**
 * The violations of levels defined by axioms that a cycle of dependencies proves and that its class does not tell: a
 * G-nonadjacent may be a long fork, which breaks prefix, or a circle of blind writes, which does not.
 *
 * <p>Source: Cerone, Bernardi, Gotsman (2015), of which transactions see which: whose write a transaction read (wr),
 * and who ran before it in its session, it saw as a whole. Who read what another overwrote (rw) did not see that other.
 * Commits are in the order of versions (ww).
 *
 * <ul>
 * <li>fractured-read: T1 -wr-> T2 -rw-> T1, or with the order of the session, by any number of steps, for wr: T2 saw
 *   T1, and missed it.
 * <li>causality-violation: the same, if more than one step of those leads from T1 to T2: what is seen is handed on.
 * <li>prefix-violation: each rw follows upon wr or upon the order of the session. Who is seen committed before all that
 *   are missed, since a snapshot is a beginning of the order of commits: if T1 -wr-> T2 -rw-> T3, then T1 committed
 *   before T3. So the cycle is one of commits.
 * </ul>
 */
final class CycleAxioms {

    private static final int SEEN = WRITE_READ.bit() | PROCESS.bit();
    private static final int KNOWN = SEEN | ANTI_DEPENDENCIES | WRITE_WRITE.bit();

    private CycleAxioms() {}

    /**
     * Returns the violations that these dependencies prove, which close a circle of as many transactions. Who read what
     * came after a write that is recorded need not have seen the writer, except by the order of commits.
     * O(dependencies).
     */
    static Set<Phenomenon> brokenBy(List<Dependency> circle, CycleBasis basis) {
        Set<Phenomenon> broken = brokenBy(circle);
        if (basis == CycleBasis.UNRECORDED) {
            broken.retainAll(Set.of(Phenomenon.PREFIX_VIOLATION));
        }
        return broken;
    }

    private static Set<Phenomenon> brokenBy(List<Dependency> circle) {
        var broken = EnumSet.noneOf(Phenomenon.class);
        int missed = 0;
        int seen = 0;
        int handedOn = 0;
        boolean afterSeen = true;
        Dependency previous = circle.getLast();
        for (Dependency dependency : circle) {
            if ((dependency.bit() & KNOWN) == 0) {
                return broken;
            }
            if ((dependency.bit() & ANTI_DEPENDENCIES) != 0) {
                missed++;
                afterSeen &= (previous.bit() & SEEN) != 0;
            } else if ((dependency.bit() & SEEN) != 0) {
                seen++;
                // The order of a session is transitive: several steps of it are one.
                handedOn += dependency == PROCESS && previous == PROCESS ? 0 : 1;
            }
            previous = dependency;
        }
        if (missed > 0 && afterSeen) {
            broken.add(Phenomenon.PREFIX_VIOLATION);
        }
        if (missed == 1 && seen == circle.size() - 1) {
            broken.add(Phenomenon.CAUSALITY_VIOLATION);
            if (handedOn == 1) {
                broken.add(Phenomenon.FRACTURED_READ);
            }
        }
        return broken;
    }
}
