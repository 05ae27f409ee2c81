/**
 * The forms of a stored run for other programs: JUnit XML, Markdown, SARIF, and the JSON Schemas of the stored files.
 *
 * <p>Everything is written from the run's own files, so it agrees with the run and costs the same for runs of any
 * length. This package judges nothing: what is not known to hold is never written as passed.
 *
 * <p>Start reading at {@link moirai.runs.export.Check}.
 */
@NullMarked
package moirai.runs.export;

import org.jspecify.annotations.NullMarked;
