/**
 * Reads histories of Jepsen and of the formats modelled on it: {@code history.edn}, JSON of elle-cli, JSON lines.
 *
 * <p>A file passes stages that know nothing of the later ones. {@code moirai.formats.forms} puts one operation after
 * the other on a tape, which both notations share; {@code StepReader} makes steps of transactions from an operation's
 * value, by the {@link moirai.formats.jepsen.OpModel}; {@code Recorder} pairs invocations with completions and hands
 * transactions to the history. All of them reuse their arrays, so nothing is allocated for an operation. Beside the
 * history itself, only the size of the largest operation decides how much memory is needed.
 *
 * <p>A file is read whole or refused with line and column. This package must not judge a history.
 *
 * <p>Start reading at {@code JepsenReader}.
 */
@NullMarked
package moirai.formats.jepsen;

import org.jspecify.annotations.NullMarked;
