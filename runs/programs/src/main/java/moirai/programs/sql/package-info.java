/**
 * The harness for programs on SQL. A program has a schema, a load, transactions with weights, and assertions. The
 * harness runs it many times at an isolation level and counts how often each assertion breaks (Biswas et al. 2021,
 * section 8). It knows programs only by {@link moirai.programs.sql.SqlProgram}.
 */
@NullMarked
package moirai.programs.sql;

import org.jspecify.annotations.NullMarked;
