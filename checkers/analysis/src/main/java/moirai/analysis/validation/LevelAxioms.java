package moirai.analysis.validation;

import static moirai.analysis.axioms.BaseOrder.NONE;
import static moirai.analysis.axioms.BaseOrder.REALTIME;
import static moirai.analysis.axioms.BaseOrder.SESSION;

import java.util.Optional;
import moirai.analysis.axioms.Axiom;
import moirai.analysis.axioms.AxiomaticLevel;
import moirai.analysis.axioms.BaseOrder;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;

/**
 * The definition of a level of the lattice in the framework of axioms.
 *
 * @param level its axiom and base order
 * @param violation the phenomenon that is proven if no commit order satisfies it
 * @param ofItems whether what scans did not find counts for nothing
 */
public record LevelAxioms(AxiomaticLevel level, Phenomenon violation, boolean ofItems) {

    /**
     * Returns the axioms of a level; empty for those that are defined by cycles or single reads alone.
     *
     * <p>On histories whose version order is not given, a level defined by forbidden cycles holds if some order of each
     * key's versions avoids them. Read committed is then left with cycles of wr edges; consistent view is parallel
     * snapshot isolation without the order within sessions (no cycle of ww and wr edges, none with exactly one rw
     * edge); repeatable read (PL-2.99) is serializability
     * without predicates, and monotonic atomic view, which it implies, leaves them out too.
     */
    public static Optional<LevelAxioms> of(IsolationLevel level) {
        return Optional.ofNullable(
                switch (level) {
                    case READ_UNCOMMITTED, STRONG_SESSION_READ_UNCOMMITTED, STRONG_READ_UNCOMMITTED -> null;
                    case CURSOR_STABILITY -> ofItems(Axiom.CURSOR, Phenomenon.LOST_UPDATE);
                    case READ_COMMITTED -> axioms(Axiom.NONE, NONE, Phenomenon.G1C);
                    case STRONG_SESSION_READ_COMMITTED -> axioms(Axiom.NONE, SESSION, Phenomenon.G1C_PROCESS);
                    case STRONG_READ_COMMITTED -> axioms(Axiom.NONE, REALTIME, Phenomenon.G1C_REALTIME);
                    case READ_YOUR_WRITES -> axioms(Axiom.READ_YOUR_WRITES, NONE, Phenomenon.MISSING_OWN_WRITE);
                    case MONOTONIC_READS -> axioms(Axiom.MONOTONIC_READS, NONE, Phenomenon.NON_MONOTONIC_READ);
                    case MONOTONIC_WRITES -> axioms(Axiom.MONOTONIC_WRITES, NONE, Phenomenon.NON_MONOTONIC_WRITE);
                    case WRITES_FOLLOW_READS -> axioms(Axiom.WRITES_FOLLOW_READS, NONE, Phenomenon.WRITE_BEFORE_READ);
                    case MONOTONIC_ATOMIC_VIEW -> ofItems(Axiom.READ_COMMITTED, Phenomenon.NON_MONOTONIC_VIEW);
                    case STRONG_SESSION_MONOTONIC_ATOMIC_VIEW ->
                        axioms(Axiom.READ_COMMITTED, SESSION, Phenomenon.NON_MONOTONIC_VIEW_PROCESS);
                    case READ_ATOMIC -> axioms(Axiom.READ_ATOMIC, SESSION, Phenomenon.FRACTURED_READ);
                    case PRAM -> axioms(Axiom.PRAM, NONE, Phenomenon.PRAM_VIOLATION);
                    case UPDATE_ATOMIC -> axioms(Axiom.UPDATE_ATOMIC, SESSION, Phenomenon.UPDATE_VIOLATION);
                    case CAUSAL -> axioms(Axiom.CAUSAL, SESSION, Phenomenon.CAUSALITY_VIOLATION);
                    case PREFIX -> axioms(Axiom.PREFIX, SESSION, Phenomenon.PREFIX_VIOLATION);
                    case CONSISTENT_VIEW -> axioms(Axiom.PARALLEL_SNAPSHOT, NONE, Phenomenon.VIEW_VIOLATION);
                    case PARALLEL_SNAPSHOT_ISOLATION ->
                        axioms(Axiom.PARALLEL_SNAPSHOT, SESSION, Phenomenon.PARALLEL_SNAPSHOT_VIOLATION);
                    case SNAPSHOT_ISOLATION -> axioms(Axiom.SNAPSHOT, NONE, Phenomenon.SNAPSHOT_VIOLATION);
                    case STRONG_SESSION_SNAPSHOT_ISOLATION ->
                        axioms(Axiom.SNAPSHOT, SESSION, Phenomenon.SNAPSHOT_VIOLATION_PROCESS);
                    case STRONG_SNAPSHOT_ISOLATION ->
                        axioms(Axiom.SNAPSHOT, REALTIME, Phenomenon.SNAPSHOT_VIOLATION_REALTIME);
                    case REPEATABLE_READ -> ofItems(Axiom.SERIAL, Phenomenon.SERIAL_VIOLATION);
                    case SERIALIZABLE -> axioms(Axiom.SERIAL, NONE, Phenomenon.SERIAL_VIOLATION_PREDICATE);
                    case STRONG_SESSION_SERIALIZABLE ->
                        axioms(Axiom.SERIAL, SESSION, Phenomenon.SERIAL_VIOLATION_PROCESS);
                    case STRICT_SERIALIZABLE -> axioms(Axiom.SERIAL, REALTIME, Phenomenon.SERIAL_VIOLATION_REALTIME);
                });
    }

    private static LevelAxioms ofItems(Axiom axiom, Phenomenon violation) {
        return new LevelAxioms(new AxiomaticLevel(axiom, NONE), violation, true);
    }

    private static LevelAxioms axioms(Axiom axiom, BaseOrder order, Phenomenon violation) {
        return new LevelAxioms(new AxiomaticLevel(axiom, order), violation, false);
    }
}
