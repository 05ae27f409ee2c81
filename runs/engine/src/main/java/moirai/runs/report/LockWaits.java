package moirai.runs.report;

import java.util.Optional;
import moirai.runs.RunResult;
import moirai.runs.latency.TxnLatency;

/**
 * The hint that transactions waited for locks, from the shape of the latencies: in a run on few keys, sessions soon
 * wait for each other in a circle, and PostgreSQL looks for such a circle only after {@code deadlock_timeout}, by
 * default a second.
 */
final class LockWaits {

    /** The least share of the time that is told. */
    private static final double SHARE_MIN = 0.2;

    private LockWaits() {}

    /** Returns the share of the time and what to do; empty if there is nothing to be told, or faults are the reason. */
    static Optional<String> of(RunResult result) {
        boolean hasFaults = result.beside().measures().uptime().isKnown();
        return hasFaults
                ? Optional.empty()
                : of(result.totals().latency(), result.header().database());
    }

    /** Returns the same for a run without faults. */
    static Optional<String> of(TxnLatency latency, String database) {
        if (latency.slowShare() < SHARE_MIN || !database.startsWith("PostgreSQL")) {
            return Optional.empty();
        }
        return Optional.of(Math.round(100 * latency.slowShare())
                + " % of the time went to commits that took about a second. Perhaps they waited for the end of a"
                + " deadlock, for which PostgreSQL looks after a second, unless set otherwise: ALTER SYSTEM SET"
                + " deadlock_timeout = '50ms', followed by SELECT pg_reload_conf(), lets a run see several times as"
                + " much; so do more keys (--key-count)");
    }
}
