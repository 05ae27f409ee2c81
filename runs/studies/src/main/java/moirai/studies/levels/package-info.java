/** Large histories of stores that keep to one level and no more, for the cost of checking them. */
@NullMarked
package moirai.studies.levels;

import org.jspecify.annotations.NullMarked;
