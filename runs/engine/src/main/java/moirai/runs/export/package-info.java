/**
 * A stored run for other programs: JUnit XML, Markdown, SARIF, and the JSON Schemas of what the store holds.
 *
 * <p>Everything is written from the run's own files, so it says what the run said and costs the same for runs of any
 * length. It judges nothing: what is not known to hold is never written as passed.
 *
 * <p>Start reading at {@link moirai.runs.export.Check}.
 */
@NullMarked
package moirai.runs.export;

import org.jspecify.annotations.NullMarked;
