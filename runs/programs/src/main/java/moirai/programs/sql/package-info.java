/**
 * Programs on SQL: what one is (a schema, a load, transactions with weights, assertions), and the harness that runs one
 * many times at an isolation level and counts how often each assertion breaks (Biswas et al. 2021, section 8). Must not
 * know any program but by {@link moirai.programs.sql.SqlProgram}.
 */
@NullMarked
package moirai.programs.sql;

import org.jspecify.annotations.NullMarked;
