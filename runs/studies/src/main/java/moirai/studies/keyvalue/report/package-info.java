/**
 * Runs the key-value programs many times and prints what came of it: the paper's table 1, its figure 13, and single
 * runs as a table of sessions. Start at {@link moirai.studies.keyvalue.report.KeyValueReport}. The same seed gives the
 * same text, but for measured times, which are asked for separately.
 */
@NullMarked
package moirai.studies.keyvalue.report;

import org.jspecify.annotations.NullMarked;
