/**
 * Histories on disk: append-only segments, written by one {@link moirai.history.files.HistoryWriter} per session thread
 * and merged by {@link moirai.history.files.HistoryReader}, or piece by piece, also while the history grows, by {@link
 * moirai.history.files.HistoryTail}.
 *
 * <p>What was recorded before a crash is read back. A torn tail is skipped and said; any other damage is a
 * {@link moirai.history.HistoryFormatException} with file and offset. This package never repairs or guesses; {@link
 * moirai.history.files.HistoryReader#salvage} reads what is whole behind damage and says what is lost. Segments that
 * {@link moirai.history.keeping} has dropped are passed over and said.
 *
 * <p>Start reading at {@code SegmentFormat}, which describes every byte.
 */
@NullMarked
package moirai.history.files;

import org.jspecify.annotations.NullMarked;
