/** Rows that are made just before a statement looks for them, with values that are found nowhere else. */
@NullMarked
package moirai.observation.rows;

import org.jspecify.annotations.NullMarked;
