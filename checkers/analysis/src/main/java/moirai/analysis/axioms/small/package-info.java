/**
 * The axioms that leave choices, decided for histories of at most 64 transactions, whose sets are the bits of a {@code
 * long}.
 *
 * <p>{@link moirai.analysis.axioms.small.SmallDecider} answers in microseconds, and reuses its memory from one history
 * to the next: for whoever asks about many small histories. Larger ones are decided by {@code
 * moirai.analysis.axioms.search}.
 */
@NullMarked
package moirai.analysis.axioms.small;

import org.jspecify.annotations.NullMarked;
