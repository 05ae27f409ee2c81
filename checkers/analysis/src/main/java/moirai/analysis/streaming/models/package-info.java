/**
 * Streams of registers, sets, counters and accounts, beside that of lists. Each keeps what a transaction that is still
 * to come may depend on, judges windows of it with the inference of the batch checkers, and forgets the rest. What a
 * bounded state does not decide is unknown, and says so.
 */
@NullMarked
package moirai.analysis.streaming.models;

import org.jspecify.annotations.NullMarked;
