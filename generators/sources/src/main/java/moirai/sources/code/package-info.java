/** The classes, parameters and constructors that are needed to run the methods of a translated program. */
@NullMarked
package moirai.sources.code;

import org.jspecify.annotations.NullMarked;
