/**
 * Voter without a limit: nobody counts the votes of a telephone, so that no transaction reads what another one writes.
 * So it is in the public program of the authors of CLOTHO (Rahmani and others 2019), whose table 2 has no anomaly of
 * it.
 */
@NullMarked
package moirai.studies.programs.openvoter;

import org.jspecify.annotations.NullMarked;
