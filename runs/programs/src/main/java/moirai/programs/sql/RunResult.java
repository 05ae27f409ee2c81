package moirai.programs.sql;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import moirai.history.Seed;

/**
 * The result of a run.
 *
 * @param seed the seed that repeats the run
 * @param nanos the duration of the execution phase
 * @param broken a counterexample for each assertion that does not hold, by the assertion's id
 */
public record RunResult(Seed seed, TxnCounts counts, long nanos, Map<String, String> broken) {

    public RunResult {
        broken = Collections.unmodifiableMap(new TreeMap<>(broken));
    }
}
