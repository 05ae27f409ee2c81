/**
 * Makes a case happen again: derives from its few transactions the orders of statements that may show it, holds real
 * sessions to them on a database of the same kind, and counts how often what they saw shows what the case claims. Where
 * control of every statement does not show it, control is given up step by step, and it is said which was left.
 *
 * <p>What an attempt saw is judged by the checker that judged the run; here nothing is judged. Nothing here knows a
 * command line, and no case brings consent to use a database that exists: whoever names one has to see to it first.
 *
 * <p>Start reading at {@link moirai.runs.replay.Replay}, then {@code Candidates} and
 * {@link moirai.runs.cases.Precedence}.
 */
@NullMarked
package moirai.runs.replay;

import org.jspecify.annotations.NullMarked;
