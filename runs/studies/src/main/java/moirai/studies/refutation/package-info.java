/**
 * Random small Java programs over JDBC, whose proofs a real database tries to refute.
 *
 * <p>Each program is given to {@code moirai schedule prove} and {@code analyze} as a file. It is also compiled and run:
 * two or three of its calls at a time, statement by statement in many orders, on PostgreSQL at the level that was asked
 * about. An execution is not serializable if no serial order of its calls, from the same rows and with the same
 * arguments, reads and leaves the same. A program with such an execution must not be proven, and an analysis that finds
 * nothing must say that it has lost something.
 *
 * <p>What is observed is true, whatever the order of statements was meant to be. What is not observed proves nothing.
 */
@NullMarked
package moirai.studies.refutation;

import org.jspecify.annotations.NullMarked;
