/**
 * The common parts of all formats: reading a file, and showing a stretch of its bytes.
 *
 * <p>This package must not know any format.
 */
@NullMarked
package moirai.formats.text;

import org.jspecify.annotations.NullMarked;
