/**
 * Repairs of programs: locks, versions, constraints and levels that remove the anomalies of a cause, each shown by a
 * search of the program with it. What was not shown is not named.
 *
 * <p>Start reading at {@link moirai.directed.repairs.RepairSearch}.
 */
@NullMarked
package moirai.directed.repairs;

import org.jspecify.annotations.NullMarked;
