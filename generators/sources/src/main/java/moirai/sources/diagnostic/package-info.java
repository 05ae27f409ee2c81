/** What a front-end could not take over exactly, with its place in the source. */
@NullMarked
package moirai.sources.diagnostic;

import org.jspecify.annotations.NullMarked;
