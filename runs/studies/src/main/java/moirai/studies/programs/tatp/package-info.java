/**
 * TATP: the queries of a telephone network about its subscribers (Telecom Application Transaction Processing benchmark,
 * its public description of 2009). Must not know the database that it runs on.
 */
@NullMarked
package moirai.studies.programs.tatp;

import org.jspecify.annotations.NullMarked;
