/**
 * Repairs that an analysis names, applied to the source and run.
 *
 * <p>{@code moirai schedule analyze --repairs} shows each repair by a search of a changed abstract program. Here the
 * change is made to a copy of the Java source. The copy is analysed again, and the anomalies of the source as it was
 * are replayed by the changed methods on a database. What cannot be changed mechanically is counted, and the reason is
 * printed.
 *
 * <p>Start reading at {@link moirai.studies.repaired.RepairTrials}.
 */
@NullMarked
package moirai.studies.repaired;

import org.jspecify.annotations.NullMarked;
