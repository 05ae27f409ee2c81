/**
 * Abstract programs: the requests of transactions to a database, without the language that they were written in.
 *
 * <p>A program has tables with keys and parameterised transactions of guarded statements. Values are natural numbers; a
 * translator of a program maps texts to small ids. Nothing here runs a program or judges it.
 *
 * <p>Start reading at {@link moirai.directed.program.Program}, then {@link moirai.directed.program.Statement}.
 */
@NullMarked
package moirai.directed.program;

import org.jspecify.annotations.NullMarked;
