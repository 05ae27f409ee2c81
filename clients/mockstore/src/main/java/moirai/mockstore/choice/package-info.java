/**
 * Ways to choose what a level leaves open: by chance, by a script, or all of them one after the other. Must know
 * choices alone, not the store.
 */
@NullMarked
package moirai.mockstore.choice;

import org.jspecify.annotations.NullMarked;
