/**
 * Puts verdicts and anomalies in words for people. Nothing here changes a verdict, and nothing a verdict depends on
 * comes from here.
 *
 * <p>Start reading at {@link moirai.runs.report.VerdictText}.
 */
@NullMarked
package moirai.runs.report;

import org.jspecify.annotations.NullMarked;
