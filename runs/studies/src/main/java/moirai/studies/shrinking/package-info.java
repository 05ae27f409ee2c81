/** The cost of shrinking as a whole process: {@code scripts/shrinking-cost}. */
@NullMarked
package moirai.studies.shrinking;

import org.jspecify.annotations.NullMarked;
