/**
 * Judgement of a history while it is recorded, in bounded memory. Transactions are taken in as they end, judged with
 * the inference of the batch checkers, and forgotten as soon as nothing that may still come can point at them.
 *
 * <p>This package must not read files or clocks: its findings are a function of the transactions that it was given.
 */
@NullMarked
package moirai.analysis.streaming;

import org.jspecify.annotations.NullMarked;
