/**
 * The rules of each level: what a transaction may read, and whether it may commit. There is one implementation for each
 * family of levels. This package knows transactions and keys by number alone; it must not know values, choices or
 * threads.
 */
@NullMarked
package moirai.mockstore.rules;

import org.jspecify.annotations.NullMarked;
