/**
 * Decides the axioms whose visibility doesn't depend on the commit order, by adding the edges that they force and
 * looking for a cycle.
 *
 * <p>What is visible to a reader follows from the base order and the write-read relation alone, so each overwritten
 * value that is read forces one pair of the commit order, and a commit order exists exactly if the forced pairs, the
 * base order and the write-read relation have no cycle together (Biswas, Enea 2019). Each rule here adds
 * fewer edges than there are forced pairs, with the same transitive closure (Møldrup, Pavlogiannis 2025).
 */
@NullMarked
package moirai.analysis.axioms.saturation;

import org.jspecify.annotations.NullMarked;
