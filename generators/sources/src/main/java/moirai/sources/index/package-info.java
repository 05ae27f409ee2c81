/** The parsed sources: types, methods and constants by name. Nothing is resolved beyond the files that were read. */
@NullMarked
package moirai.sources.index;

import org.jspecify.annotations.NullMarked;
