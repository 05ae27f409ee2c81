/** Makes rows just before a statement looks for them, with values that occur nowhere else. */
@NullMarked
package moirai.observation.rows;

import org.jspecify.annotations.NullMarked;
