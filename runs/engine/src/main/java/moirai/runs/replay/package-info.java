/**
 * The replay of a case: derives from its few transactions the orders of statements that may show it, holds real
 * sessions to them on a database of the same kind, and counts how often their observations show what the case claims.
 * If control of every statement does not show it, control is reduced step by step, and the result says which control
 * was left.
 *
 * <p>The checker that judged the run judges the attempts; this package judges nothing. It depends on no command line,
 * and no case brings consent to use a database that exists: a caller that names such a database has to obtain consent
 * first.
 *
 * <p>Start reading at {@link moirai.runs.replay.Replay}, then {@code Candidates} and {@link
 * moirai.runs.cases.Precedence}.
 */
@NullMarked
package moirai.runs.replay;

import org.jspecify.annotations.NullMarked;
