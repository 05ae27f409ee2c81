package moirai.history.level;

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
        refuse(
                IsolationLevel.MONOTONIC_ATOMIC_VIEW,
                "it differs only in which of a transaction's reads count as later",
                "monotonic-view",
                "PL-2L");
        // Adya, section 4.2.4 (PL-MSR).
        refuse(
                IsolationLevel.SNAPSHOT_ISOLATION,
                "it speaks of when statements began, which no history records",
                "monotonic-snapshot-read",
                "PL-MSR");
        // Adya, section 4.2.4 (PL-FCV).
        refuse(
                IsolationLevel.SNAPSHOT_ISOLATION,
                "it speaks of when snapshots were taken, which no history records; weaker is consistent-view",
                "forward-consistent-view",
                "PL-FCV");
        // Adya, section 4.2.4 (PL-3U).
        refuse(
                IsolationLevel.SERIALIZABLE,
                "cycles through transactions that only read are not told apart; weaker is consistent-view",
                "update-serializable",
                "PL-3U");
        // Bernstein, Hadzilacos, Goodman 1987, sections 2.6 and 5.3.
        refuse(
                IsolationLevel.SERIALIZABLE,
                "it differs only in writes that nobody reads",
                "view-serializable",
                "1SR",
                "strict-1SR");
        // Zuikeviciute, Pedone, "Correctness Criteria for Database Replication" (2008).
        refuse(
                IsolationLevel.STRONG_SESSION_SERIALIZABLE,
                "it is defined by replicas, which no client sees",
                "session-serializable");
        // Herlihy, Wing 1990; Lamport 1979.
        refuse(
                IsolationLevel.STRICT_SERIALIZABLE,
                "it is about single ops; with one op in each transaction it is the same",
                "linearizable");
        refuse(
                IsolationLevel.STRONG_SESSION_SERIALIZABLE,
                "it is about single ops; with one op in each transaction it is the same",
                "sequential");
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
