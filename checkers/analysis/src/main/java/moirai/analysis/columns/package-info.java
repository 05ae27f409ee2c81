/**
 * Columns of integers, grouped and sorted without objects: the form in which everything that loops over a history keeps
 * what it knows. Nothing here knows what the integers stand for.
 */
@NullMarked
package moirai.analysis.columns;

import org.jspecify.annotations.NullMarked;
