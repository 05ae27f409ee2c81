/**
 * The files of a case: for programs, for people, as a script for terminals and as a test. The contents of a case are
 * data there, never statements: keys and elements are numbers, and all other text stands in comments and strings.
 *
 * <p>Start reading at {@link moirai.runs.emission.CaseFiles}.
 */
@NullMarked
package moirai.runs.emission;

import org.jspecify.annotations.NullMarked;
