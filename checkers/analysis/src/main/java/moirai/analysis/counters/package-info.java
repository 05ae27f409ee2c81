/**
 * Judges histories of counters: transactions increment them and read them, as in the workloads {@code counter} and
 * {@code bank} of Jepsen and in Kingsbury, Alvaro, "Elle" (2020), section 3. A read shows a sum, and not whose
 * increments are in it, so much less is proven than for lists. Start reading at {@link
 * moirai.analysis.counters.CounterChecker}.
 */
@NullMarked
package moirai.analysis.counters;

import org.jspecify.annotations.NullMarked;
