/**
 * The texts of verdicts and anomalies for people. This package changes no verdict, and no verdict depends on it.
 *
 * <p>Start reading at {@link moirai.runs.report.VerdictText}.
 */
@NullMarked
package moirai.runs.report;

import org.jspecify.annotations.NullMarked;
