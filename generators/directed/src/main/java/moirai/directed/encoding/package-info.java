/**
 * The encoding of a few transactions of a program, run in all ways that their levels allow, as one formula.
 *
 * <p>Everything is named: the transactions, their statements, the rows that each table may have. Therefore nothing is
 * quantified, and a model of the formula is one execution, down to the values. Executions beyond the bounds (more rows,
 * larger numbers) are not looked at.
 *
 * <p>Start reading at {@link moirai.directed.encoding.Encoding}.
 */
@NullMarked
package moirai.directed.encoding;

import org.jspecify.annotations.NullMarked;
