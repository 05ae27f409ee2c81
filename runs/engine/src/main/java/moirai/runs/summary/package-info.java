/**
 * What a history was like, in numbers: outcomes, latencies and causes over time. A history of any length is taken in
 * piece by piece, in bounded memory.
 *
 * <p>Nothing here judges. Start reading at {@link moirai.runs.summary.HistorySummary}.
 */
@NullMarked
package moirai.runs.summary;

import org.jspecify.annotations.NullMarked;
