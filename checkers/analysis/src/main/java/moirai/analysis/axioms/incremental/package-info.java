/**
 * The axioms asked while a history grows: one transaction begun, one read, one write, one commit or abort at a time,
 * and before each read, from which writers it may read.
 *
 * <p>{@link moirai.analysis.axioms.incremental.GrowingHistory} is the way in. For the axioms whose forced edges suffice
 * ({@link moirai.analysis.axioms.Axiom#isSaturable}) the edges are kept from one question to the next. For the others
 * the last commit order that was found is kept, and a question is searched anew only where that order, adapted, does
 * not answer it. What the answers mean is what {@link moirai.analysis.axioms} says; nothing here decides what to read.
 */
@NullMarked
package moirai.analysis.axioms.incremental;

import org.jspecify.annotations.NullMarked;
