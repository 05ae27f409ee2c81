package moirai.studies.directed.replay;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import moirai.directed.program.Program;
import moirai.directed.search.Anomaly;
import moirai.reenactment.DirectedCase;
import moirai.reenactment.DirectedReplay;
import moirai.reenactment.MockTarget;
import moirai.reenactment.ReplayOutcome;

/**
 * The rate at which anomalies of a program happen on the mock store, each replayed once. Single-threaded.
 *
 * <p>A cycle may need that a transaction inserts a row that it can see. A database with keys refuses that; one whose
 * INSERT replaces the row, as Cassandra's does, shows the cycle. A case that a store with keys refuses is therefore
 * replayed on one without, and counted apart.
 */
final class ReplayRate {

    private static final String REFUSED = "aborted 23505";

    private final MockTarget withKeys = new MockTarget();
    private final MockTarget withoutKeys = MockTarget.overwriting();
    private final Map<String, Integer> outcomes = new TreeMap<>();
    private final List<String> failures = new ArrayList<>();
    private int count;
    private int manifested;
    private int manifestedWithoutKeys;
    private long nanos;
    private long nanosMax;

    /**
     * Replays anomalies of a program.
     *
     * @param loopMax how often loops were repeated at most in the search that found them
     * @throws SQLException if the store cannot be set up or read
     * @throws InterruptedException if interrupted meanwhile
     */
    ReplayRate add(Program program, int loopMax, List<Anomaly> anomalies) throws SQLException, InterruptedException {
        for (Anomaly anomaly : anomalies) {
            add(new DirectedCase(program, loopMax, anomaly));
        }
        return this;
    }

    private void add(DirectedCase wanted) throws SQLException, InterruptedException {
        long begin = System.nanoTime();
        ReplayOutcome outcome = DirectedReplay.replay(wanted, withKeys);
        long taken = System.nanoTime() - begin;
        nanos += taken;
        nanosMax = Math.max(nanosMax, taken);
        count++;
        outcomes.merge(outcome.label(), 1, Integer::sum);
        if (outcome instanceof ReplayOutcome.Manifested) {
            manifested++;
            return;
        }
        if (outcome.label().equals(REFUSED)) {
            outcome = DirectedReplay.replay(wanted, withoutKeys);
        }
        if (outcome instanceof ReplayOutcome.Manifested) {
            manifestedWithoutKeys++;
        } else {
            failures.add(outcome.sentence() + "\n" + wanted.text());
        }
    }

    /** Returns how many anomalies were replayed. */
    int count() {
        return count;
    }

    /** Returns how many anomalies happened on a store with keys. */
    int manifested() {
        return manifested;
    }

    /** Returns how many more anomalies happened on a store whose INSERT replaces an existing row. */
    int manifestedWithoutKeys() {
        return manifestedWithoutKeys;
    }

    /** Returns the number of anomalies with each outcome on the store with keys, by label. */
    Map<String, Integer> outcomes() {
        return Collections.unmodifiableMap(outcomes);
    }

    /** Returns the anomalies that happened on neither store, each with its outcome and its case. */
    List<String> failures() {
        return List.copyOf(failures);
    }

    /** Returns the mean time of a replay with keys, including the setting up of tables; 0 if there was none. */
    double meanMillis() {
        return count == 0 ? 0 : nanos / 1e6 / count;
    }

    /** Returns the longest time of a replay with keys. */
    double maxMillis() {
        return nanosMax / 1e6;
    }
}
