package moirai.runs.interim;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import moirai.runs.latency.Distribution;

/**
 * What came of a run's transactions so far, in more detail than a look at progress takes.
 *
 * @param aborted how many by SQLSTATE or whatever else the database calls its reason
 * @param indeterminate how many by the reason
 * @param sessions how many were opened so far
 * @param fromStart how long committed ones took, from their start
 * @param fromDue the same from when they were due; of none if none was due at any time
 */
public record RunCounts(
        SortedMap<String, Long> aborted,
        SortedMap<String, Long> indeterminate,
        int sessions,
        Distribution fromStart,
        Distribution fromDue) {

    public RunCounts {
        aborted = Collections.unmodifiableSortedMap(new TreeMap<>(aborted));
        indeterminate = Collections.unmodifiableSortedMap(new TreeMap<>(indeterminate));
    }
}
