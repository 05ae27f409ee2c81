/**
 * Commands that make failures small. They print what {@code moirai.analysis.shrinking} finds, and judge nothing
 * themselves.
 */
@NullMarked
package moirai.cli.shrinking;

import org.jspecify.annotations.NullMarked;
