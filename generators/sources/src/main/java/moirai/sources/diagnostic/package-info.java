/** The places in the source that a front-end could not take over exactly. */
@NullMarked
package moirai.sources.diagnostic;

import org.jspecify.annotations.NullMarked;
