/**
 * Voter: viewers of a television show vote for contestants by telephone, with a limit for each telephone (an example
 * application of VoltDB; OLTP-Bench, Difallah et al. 2013). Must not know the database that it runs on.
 */
@NullMarked
package moirai.programs.voter;

import org.jspecify.annotations.NullMarked;
