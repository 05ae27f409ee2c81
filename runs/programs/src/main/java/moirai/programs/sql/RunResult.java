package moirai.programs.sql;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import moirai.history.Seed;

/**
 * What one run showed.
 *
 * @param seed from which it can be repeated
 * @param nanos of the execution phase
 * @param broken of each assertion that does not hold, what contradicts it
 */
public record RunResult(Seed seed, TxnCounts counts, long nanos, Map<String, String> broken) {

    public RunResult {
        broken = Collections.unmodifiableMap(new TreeMap<>(broken));
    }
}
