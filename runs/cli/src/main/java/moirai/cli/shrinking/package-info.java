/**
 * The commands that make failures small. They print the results of {@code moirai.analysis.shrinking}, and judge nothing
 * themselves.
 */
@NullMarked
package moirai.cli.shrinking;

import org.jspecify.annotations.NullMarked;
