/**
 * The case: a failure as a value that can be stored, explained, replayed and turned into a test. There are three kinds:
 * an excerpt of a history, with the few transactions that suffice and the times at which they were observed; an
 * execution of an explored program; and an anomaly that was predicted from a program, with a scenario in which it
 * occurs. All of them have one file format.
 *
 * <p>A case is untrusted data: reading one checks everything from scratch, grants no consent, and runs nothing. This
 * package depends on no databases, replays or commands.
 *
 * <p>Start reading at {@link moirai.runs.cases.Case}, then {@link moirai.runs.cases.format.CaseFormat}.
 */
@NullMarked
package moirai.runs.cases;

import org.jspecify.annotations.NullMarked;
