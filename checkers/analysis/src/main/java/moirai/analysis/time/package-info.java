/**
 * Time cut into buckets, for numbers over a history of any length in bounded memory.
 *
 * <p>Start reading at {@link moirai.analysis.time.TimeBuckets}.
 */
@NullMarked
package moirai.analysis.time;

import org.jspecify.annotations.NullMarked;
