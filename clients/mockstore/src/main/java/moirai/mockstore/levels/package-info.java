/** The names of what a store guarantees. This package must not know how a store keeps its promise. */
@NullMarked
package moirai.mockstore.levels;

import org.jspecify.annotations.NullMarked;
