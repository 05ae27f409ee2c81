/**
 * What messages about files of any format share: how a stretch of bytes is shown, and why a file cannot be read.
 *
 * <p>This package must not know any format.
 */
@NullMarked
package moirai.formats.text;

import org.jspecify.annotations.NullMarked;
