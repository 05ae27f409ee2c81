/** What {@code moirai explore} needs besides its options: programs by name, and what is printed. */
@NullMarked
package moirai.cli.exploring;

import org.jspecify.annotations.NullMarked;
