/**
 * Explains anomalies: which ops prove each edge of a cycle, and what contradicts what.
 *
 * <p>{@link moirai.analysis.explanation.Explainer} makes an {@link moirai.analysis.explanation.Explanation} of records
 * without a word of prose. Each medium puts it into words in one place: {@link
 * moirai.analysis.explanation.ExplanationText} for people, {@link moirai.analysis.explanation.ExplanationGraph} for
 * Graphviz. Nothing reads those words again, and nothing here decides whether a level holds.
 */
@NullMarked
package moirai.analysis.explanation;

import org.jspecify.annotations.NullMarked;
