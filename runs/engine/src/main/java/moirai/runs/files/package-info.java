/**
 * Files: output that appears whole or not at all ({@link moirai.runs.files.WholeOutput} for files and folders that a
 * user names, {@link moirai.runs.files.WholeFile} for those of a run), histories in notation, values as JSON, and texts
 * that come with Moirai. This package knows nothing of runs.
 */
@NullMarked
package moirai.runs.files;

import org.jspecify.annotations.NullMarked;
