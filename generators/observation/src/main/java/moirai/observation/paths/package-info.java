/**
 * Explores the ways of a transaction: explains values by what was seen before them, and leads further runs into other
 * ways. Must not know how a way becomes statements.
 */
@NullMarked
package moirai.observation.paths;

import org.jspecify.annotations.NullMarked;
