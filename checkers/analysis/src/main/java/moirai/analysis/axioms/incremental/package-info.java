/**
 * Decides read by read, while a history grows, from which writers a transaction may read.
 *
 * <p>{@link moirai.analysis.axioms.incremental.GrowingHistory} is the way in. It takes the axioms whose forced edges
 * suffice ({@link moirai.analysis.axioms.Axiom#isSaturable}) and keeps these edges from one question to the next. What
 * the answers mean is defined in {@link moirai.analysis.axioms}; nothing here decides what to read.
 */
@NullMarked
package moirai.analysis.axioms.incremental;

import org.jspecify.annotations.NullMarked;
