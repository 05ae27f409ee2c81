/**
 * Answers, while a history grows, from which writers a transaction may read without breaking a level. The caller
 * chooses among them.
 *
 * <p>{@link moirai.analysis.axioms.incremental.GrowingHistory} is the way in. It takes the axioms whose forced edges
 * suffice ({@link moirai.analysis.axioms.Axiom#isSaturable}), except PRAM, and keeps these edges from one question to
 * the next. What the answers mean is defined in {@link moirai.analysis.axioms}.
 */
@NullMarked
package moirai.analysis.axioms.incremental;

import org.jspecify.annotations.NullMarked;
