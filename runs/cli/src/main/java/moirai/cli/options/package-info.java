/**
 * Options that commands share, and the parsing of their values: a refusal names the value, the accepted values and the
 * nearest match. Nothing here touches a database or the disk, except to look a password up.
 *
 * <p>Start reading at {@link moirai.cli.options.TargetOptions}.
 */
@NullMarked
package moirai.cli.options;

import org.jspecify.annotations.NullMarked;
