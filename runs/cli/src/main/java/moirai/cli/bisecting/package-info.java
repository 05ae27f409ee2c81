/** {@code moirai bisect}: who broke it, where it does not break every time. */
@NullMarked
package moirai.cli.bisecting;

import org.jspecify.annotations.NullMarked;
