/**
 * Histories: what sessions were asked to run and what they saw.
 *
 * <p>A history is evidence. Nothing in this package judges it: clients make {@link moirai.history.Txn}s, one
 * {@code HistoryWriter} per session thread records them, {@code HistoryReader} loads them (both in
 * {@code moirai.history.files}) into the immutable columns of a {@link moirai.history.History}, and checkers elsewhere
 * judge. The package depends on the JDK alone.
 *
 * <p>Start reading at {@link moirai.history.Txn}, then {@link moirai.history.History}.
 */
@NullMarked
package moirai.history;

import org.jspecify.annotations.NullMarked;
