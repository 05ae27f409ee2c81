/**
 * The command {@code moirai bisect}, which finds the commit that introduced a failure, also one that does not show
 * every time.
 */
@NullMarked
package moirai.cli.bisecting;

import org.jspecify.annotations.NullMarked;
