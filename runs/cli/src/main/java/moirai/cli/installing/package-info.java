/**
 * The commands {@code moirai install} and {@code moirai uninstall}, which put a link, the completion of shells and a
 * manual page into the folders of a user. They must not replace or remove a file that is not theirs.
 */
@NullMarked
package moirai.cli.installing;

import org.jspecify.annotations.NullMarked;
