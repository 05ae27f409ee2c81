/**
 * Twitter: users who follow each other and write short texts (OLTP-Bench, Difallah et al. 2013). Must not know the
 * database that it runs on.
 */
@NullMarked
package moirai.studies.programs.twitter;

import org.jspecify.annotations.NullMarked;
