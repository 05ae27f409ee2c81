/**
 * Voter without a limit: nobody counts the votes of a telephone, so no transaction reads a row that another one writes.
 * The public program of the authors of CLOTHO (Rahmani and others 2019) is like this; their table 2 has no anomaly of
 * it.
 */
@NullMarked
package moirai.studies.programs.openvoter;

import org.jspecify.annotations.NullMarked;
