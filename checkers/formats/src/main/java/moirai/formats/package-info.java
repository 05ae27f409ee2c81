/**
 * Histories in the files of other checkers: reads them, and writes one of the formats.
 *
 * <p>A file is read whole or refused with the place, the text there and what would be accepted. Nothing is skipped or
 * repaired, because a verdict on half a history is no verdict. Files are streamed into primitive columns and may be
 * larger than 2 GiB. None of the formats with a reader in this package has times, so their histories are untimed;
 * those of Jepsen, which have times, are read in {@code moirai.formats.jepsen}. This package must not judge a history,
 * and must know neither levels nor the command line.
 *
 * <p>Terms are those of {@code moirai.history}. The numbers by which a file calls keys and values are kept, those of
 * sessions and transactions are not. Every number is one of 64 bits, signed or not; a number beyond the signed range is
 * held as the same 64 bits.
 *
 * <p>Start reading at {@link moirai.formats.HistoryFormat}, then {@code PlumeReader}.
 */
@NullMarked
package moirai.formats;

import org.jspecify.annotations.NullMarked;
