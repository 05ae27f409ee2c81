/**
 * Levels of the user's own: a text of axioms on visibility and order, its check, and its place among the known levels.
 *
 * <p>An axiom is a sentence about all choices of two to four transactions, or statements. Such a sentence holds of each
 * part of an execution of which it holds, so that an encoding of a few transactions may ask for it of these alone. That
 * is why the language has no "there is".
 *
 * <p>Source: Nagar, Jagannathan, Automated Detection of Serializability Violations under Weak Consistency (2018),
 * section 3.2.
 *
 * <p>Start reading at {@link moirai.directed.specification.Specification}.
 */
@NullMarked
package moirai.directed.specification;

import org.jspecify.annotations.NullMarked;
