/**
 * Twitter: users who follow each other and write short texts (OLTP-Bench, Difallah et al. 2013). Must not know on which
 * database it runs.
 */
@NullMarked
package moirai.studies.programs.twitter;

import org.jspecify.annotations.NullMarked;
