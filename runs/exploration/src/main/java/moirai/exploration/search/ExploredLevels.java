package moirai.exploration.search;

import static moirai.history.level.LevelNames.name;

import java.util.List;
import moirai.analysis.axioms.Axiom;
import moirai.analysis.validation.LevelAxioms;
import moirai.history.level.IsolationLevel;
import moirai.history.level.LevelNames;

/*
 * The weakest, "true" in the paper, lets a transaction read every committed value; what is left of a history's demands
 * is that session order and write-read have no cycle (paper, definition 2.1). That is Adya's read committed (PL-2) with
 * the order within sessions: nothing is read from aborted or unfinished transactions, and since the order of versions
 * is not given, any order of commits that extends session order and write-read yields one without a cycle of G0 or
 * G1c. Biswas and Enea's read committed asks for more: monotonic atomic view.
 */

/** The isolation levels whose behaviours can be explored. All of them preserve the order within sessions. */
public final class ExploredLevels {

    /** The names on the command line; the short names are those in the tables of the paper. */
    public static final LevelNames<IsolationLevel> NAMES = LevelNames.of(
            "a level that can be explored",
            name("true", IsolationLevel.STRONG_SESSION_READ_COMMITTED),
            name("read-committed", IsolationLevel.STRONG_SESSION_MONOTONIC_ATOMIC_VIEW, "rc"),
            name("read-atomic", IsolationLevel.READ_ATOMIC, "ra"),
            name("causal", IsolationLevel.CAUSAL, "cc"),
            name("prefix", IsolationLevel.PREFIX, "pc"),
            name("parallel-snapshot-isolation", IsolationLevel.PARALLEL_SNAPSHOT_ISOLATION, "psi"),
            name("snapshot-isolation", IsolationLevel.STRONG_SESSION_SNAPSHOT_ISOLATION, "si"),
            name("serializable", IsolationLevel.STRONG_SESSION_SERIALIZABLE, "ser"));

    private ExploredLevels() {}

    /** Returns all levels that can be explored, from weak to strong. */
    public static List<IsolationLevel> all() {
        return NAMES.levels();
    }

    /** Returns the axiom of a level, over the order within sessions. */
    static Axiom axiom(IsolationLevel level) {
        NAMES.entry(level);
        return LevelAxioms.of(level).orElseThrow().level().axiom();
    }

    /**
     * Returns whether a transaction that nobody has read from can always continue (paper, definition 3.3). A search at
     * such a level has no dead ends.
     */
    public static boolean isCausallyExtensible(IsolationLevel level) {
        return switch (axiom(level)) {
            case NONE, READ_COMMITTED, READ_ATOMIC, CAUSAL -> true;
            case PREFIX, PARALLEL_SNAPSHOT, SNAPSHOT, SERIAL -> false;
            case READ_YOUR_WRITES,
                    MONOTONIC_READS,
                    MONOTONIC_WRITES,
                    WRITES_FOLLOW_READS,
                    PRAM,
                    CURSOR,
                    UPDATE_ATOMIC -> throw new IllegalArgumentException(level + " is not " + NAMES.what());
        };
    }
}
