/** What the search for anomalies of programs costs, as a whole process: {@code scripts/directed-search}. */
@NullMarked
package moirai.studies.directed;

import org.jspecify.annotations.NullMarked;
