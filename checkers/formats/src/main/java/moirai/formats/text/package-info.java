/**
 * The common parts of all formats: opening a file, showing a stretch of bytes, and the reason why a file cannot be
 * read.
 *
 * <p>This package must not know any format.
 */
@NullMarked
package moirai.formats.text;

import org.jspecify.annotations.NullMarked;
