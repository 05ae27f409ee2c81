/**
 * Result sets: rows in memory, with a cursor. Must not know where the rows come from.
 */
@NullMarked
package moirai.mockstore.jdbc.rows;

import org.jspecify.annotations.NullMarked;
