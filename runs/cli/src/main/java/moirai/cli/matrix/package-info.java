/** The command {@code moirai matrix}, which measures what a database shows at each of its isolation levels. */
@NullMarked
package moirai.cli.matrix;

import org.jspecify.annotations.NullMarked;
