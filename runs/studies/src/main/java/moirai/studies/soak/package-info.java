/** Measurements of runs that are judged while they are recorded. */
@NullMarked
package moirai.studies.soak;

import org.jspecify.annotations.NullMarked;
