/** Bytes of a history file before they are written. */
@NullMarked
package moirai.history.encoding;

import org.jspecify.annotations.NullMarked;
