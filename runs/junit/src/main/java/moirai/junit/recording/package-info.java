/**
 * Histories of a test's own transactions: what code under test has read and written is recorded as it runs, and can be
 * judged as a run of Moirai's own is.
 *
 * <p>Start reading at {@link moirai.junit.recording.RecordingDataSource}, or at {@link
 * moirai.junit.recording.HistoryRecorder} for databases without JDBC. This package judges nothing.
 */
@NullMarked
package moirai.junit.recording;

import org.jspecify.annotations.NullMarked;
