/**
 * One run of a transaction: the plan of the rows that it is to find, and what it was seen to execute. Must not know
 * what a program is made of.
 */
@NullMarked
package moirai.observation.rehearsals;

import org.jspecify.annotations.NullMarked;
