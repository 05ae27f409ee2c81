/**
 * Forms of EDN and JSON as rows of cells, read from files of any size and without an object a form.
 *
 * <p>{@code ByteWindow} shows the bytes of a file, {@code EdnForms} and {@code JsonForms} put one form after the other
 * on a {@code Tape}. This package must not know what forms mean.
 *
 * <p>Start reading at {@code Tape}.
 */
@NullMarked
package moirai.formats.forms;

import org.jspecify.annotations.NullMarked;
