package moirai.runs.interim;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import moirai.runs.latency.Distribution;

/**
 * The outcomes of a run's transactions so far, in more detail than the progress line shows.
 *
 * @param aborted numbers by SQLSTATE or the database's other name of the reason
 * @param indeterminate numbers by the reason
 * @param sessions the number of sessions opened so far
 * @param fromStart the latencies of committed transactions from their start
 * @param fromDue the latencies of committed transactions from the time at which they were due; empty if the run has no
 *    rate
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
