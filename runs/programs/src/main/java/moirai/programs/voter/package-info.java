/**
 * Voter: viewers of a television show vote for contestants by telephone, so many times each (an example application of
 * VoltDB; OLTP-Bench, Difallah et al. 2013). Must not know on which database it runs.
 */
@NullMarked
package moirai.programs.voter;

import org.jspecify.annotations.NullMarked;
