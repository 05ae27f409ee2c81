/**
 * Puts cases into files: for programs, for people, as a script for terminals and as a test. What a case says is data
 * there, never statements: keys and elements are numbers, and all other text stands in comments and strings.
 *
 * <p>Start reading at {@link moirai.runs.emission.CaseFiles}.
 */
@NullMarked
package moirai.runs.emission;

import org.jspecify.annotations.NullMarked;
