/**
 * Predicted anomalies grouped by their causes, for people, for files and for builds: most anomalies of a program are
 * variants of few mistakes. A pure function of the cases.
 *
 * <p>Start reading at {@link moirai.runs.cases.groups.AnomalyGroups}.
 */
@NullMarked
package moirai.runs.cases.groups;

import org.jspecify.annotations.NullMarked;
