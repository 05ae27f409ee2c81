/** Result sets: rows in memory, with a cursor. This package must not know where the rows come from. */
@NullMarked
package moirai.mockstore.jdbc.rows;

import org.jspecify.annotations.NullMarked;
