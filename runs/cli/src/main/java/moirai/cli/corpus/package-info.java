/** {@code moirai corpus}: cases that are kept and asked again. What is done stands in {@code moirai.runs.corpus}. */
@NullMarked
package moirai.cli.corpus;

import org.jspecify.annotations.NullMarked;
