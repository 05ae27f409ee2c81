/** The command {@code moirai report}, which writes a judged run in the formats that people and other programs read. */
@NullMarked
package moirai.cli.reporting;

import org.jspecify.annotations.NullMarked;
