/**
 * Whether a run could have noticed: anomalies are planted into copies of its own history, as a database with the bug
 * would have shown them, and the share that the check finds is measured. It is mutation testing, of a workload.
 */
@NullMarked
package moirai.runs.teeth;

import org.jspecify.annotations.NullMarked;
