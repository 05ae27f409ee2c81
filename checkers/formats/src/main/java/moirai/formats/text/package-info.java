/**
 * What files of any format share: how they are opened, how a stretch of bytes is shown, and why one cannot be read.
 *
 * <p>This package must not know any format.
 */
@NullMarked
package moirai.formats.text;

import org.jspecify.annotations.NullMarked;
