/**
 * Judges histories of sets that only grow: transactions add elements and read whole sets, as in the workloads
 * {@code set} and {@code set-full} of Jepsen and in Kingsbury, Alvaro, "Elle" (2020), section 3. Start reading at
 * {@link moirai.analysis.sets.SetChecker}. What the same reads mean to axioms stands in {@code
 * moirai.analysis.keyvalue}.
 */
@NullMarked
package moirai.analysis.sets;

import org.jspecify.annotations.NullMarked;
