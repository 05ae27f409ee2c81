/**
 * Runs the key-value programs many times and prints the results: the paper's table 1, its figure 13, and single runs as
 * a table of sessions. Start at {@link moirai.studies.keyvalue.report.KeyValueReport}. Equal seeds give equal texts,
 * except for measured times, which have a method of their own.
 */
@NullMarked
package moirai.studies.keyvalue.report;

import org.jspecify.annotations.NullMarked;
