/**
 * Options that commands share, and how their values are read: what is refused is answered with the value, what would be
 * accepted and the nearest match. Nothing here touches a database or the disk, but to look a password up.
 *
 * <p>Start reading at {@link moirai.cli.options.TargetOptions}.
 */
@NullMarked
package moirai.cli.options;

import org.jspecify.annotations.NullMarked;
