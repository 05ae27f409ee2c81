/**
 * The case: a failure as a value that can be kept, explained, replayed and turned into a test. It holds the few
 * transactions that suffice, with the times at which they were observed, what they break, and where they come from.
 *
 * <p>A case is data, whoever wrote its file: reading one checks everything from scratch, grants no consent, and runs
 * nothing. Nothing here knows databases, replays or commands.
 *
 * <p>Start reading at {@link moirai.runs.cases.HistoryCase}, then {@link moirai.runs.cases.CaseFormat}.
 */
@NullMarked
package moirai.runs.cases;

import org.jspecify.annotations.NullMarked;
