/**
 * Choosers, which decide what a level leaves open: by chance, by a script, or all combinations one after the other.
 * This package must know choices alone, not the store.
 */
@NullMarked
package moirai.mockstore.choice;

import org.jspecify.annotations.NullMarked;
