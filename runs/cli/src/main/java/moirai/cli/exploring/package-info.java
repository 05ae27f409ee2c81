/** The parts of {@code moirai explore} beside its options: programs by name, and the printed text. */
@NullMarked
package moirai.cli.exploring;

import org.jspecify.annotations.NullMarked;
