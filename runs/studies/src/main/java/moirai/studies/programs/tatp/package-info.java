/**
 * TATP: what a telephone network asks about its subscribers (Telecom Application Transaction Processing benchmark, its
 * public description of 2009). Must not know on which database it runs.
 */
@NullMarked
package moirai.studies.programs.tatp;

import org.jspecify.annotations.NullMarked;
