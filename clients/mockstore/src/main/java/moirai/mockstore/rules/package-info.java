/**
 * What each level lets a transaction read, and whether it may commit: one implementation for a family of levels. Knows
 * transactions and keys by number alone; must not know values, choices or threads.
 */
@NullMarked
package moirai.mockstore.rules;

import org.jspecify.annotations.NullMarked;
