package moirai.history.level;

import static moirai.history.level.IsolationLevel.MONOTONIC_ATOMIC_VIEW;
import static moirai.history.level.IsolationLevel.SERIALIZABLE;
import static moirai.history.level.IsolationLevel.SNAPSHOT_ISOLATION;
import static moirai.history.level.IsolationLevel.STRICT_SERIALIZABLE;
import static moirai.history.level.IsolationLevel.STRONG_SESSION_SERIALIZABLE;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * The names of consistency models that Elle's lattice has and this one does not, with the reason and what to ask for
 * instead.
 *
 * <p>Elle accepts them all, but has no phenomenon for most, so that it rules them out through neighbours alone. A level
 * that nothing can break is better refused than passed.
 */
final class ForeignLevels {

    private static final Map<String, String> REFUSALS = new LinkedHashMap<>();

    static {
        // Adya, section 4.2.4 (PL-2L).
        String later = "it differs only in which of a transaction's reads count as later";
        refuse(MONOTONIC_ATOMIC_VIEW, later, "monotonic-view", "PL-2L");
        // Adya, section 4.2.4 (PL-MSR).
        String begins = "it speaks of when statements began, which no history records";
        refuse(SNAPSHOT_ISOLATION, begins, "monotonic-snapshot-read", "PL-MSR");
        // Adya, section 4.2.4 (PL-FCV).
        String taken = "it speaks of when snapshots were taken, which no history records; weaker is consistent-view";
        refuse(SNAPSHOT_ISOLATION, taken, "forward-consistent-view", "PL-FCV");
        // Adya, section 4.2.4 (PL-3U).
        String readers = "cycles through transactions that only read are not told apart; weaker is consistent-view";
        refuse(SERIALIZABLE, readers, "update-serializable", "PL-3U");
        // Bernstein, Hadzilacos, Goodman 1987, sections 2.6 and 5.3.
        String blind = "it differs only in writes that nobody reads";
        refuse(SERIALIZABLE, blind, "view-serializable", "1SR", "strict-1SR");
        // Zuikeviciute, Pedone, "Correctness Criteria for Database Replication" (2008).
        String replicas = "it is defined by replicas, which no client sees";
        refuse(STRONG_SESSION_SERIALIZABLE, replicas, "session-serializable");
        // Herlihy, Wing 1990; Lamport 1979.
        String single = "it is about single ops; with one op in each transaction it is the same";
        refuse(STRICT_SERIALIZABLE, single, "linearizable");
        refuse(STRONG_SESSION_SERIALIZABLE, single, "sequential");
    }

    private ForeignLevels() {}

    private static void refuse(IsolationLevel nearest, String why, String... names) {
        for (String name : names) {
            REFUSALS.put(
                    name.toLowerCase(Locale.ROOT),
                    "is a level of Elle that is not decided here: " + why + ". Nearest: " + nearest.label());
        }
    }

    /** Returns, by names in lower case, why a level is not decided, and the nearest one that is. */
    static Map<String, String> refusals() {
        return Collections.unmodifiableMap(REFUSALS);
    }
}
