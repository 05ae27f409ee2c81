/**
 * Which behaviours of a harness random runs find, of all that there are: the paper's figure 13 (section 7.3). Must not
 * print; {@link moirai.programs.keyvalue.report.KeyValueReport} does.
 */
@NullMarked
package moirai.programs.keyvalue.coverage;

import org.jspecify.annotations.NullMarked;
