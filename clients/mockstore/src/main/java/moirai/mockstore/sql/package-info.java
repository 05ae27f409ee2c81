/**
 * SQL on the mock store: every table is a set of rows, every cell a key (Biswas et al. 2021, section 5). A {@link
 * moirai.mockstore.sql.SqlSession} prepares and executes statements in PostgreSQL's dialect, and refuses by name what
 * it does not support. JDBC and the wire protocol are built on this package; it must not know them.
 */
@NullMarked
package moirai.mockstore.sql;

import org.jspecify.annotations.NullMarked;
