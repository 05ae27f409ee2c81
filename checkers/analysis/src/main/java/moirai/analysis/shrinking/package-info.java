/**
 * The smallest part of a history that still shows what the whole shows.
 *
 * <p>Shrinking is offline and deterministic: it removes transactions with all that they wrote, then keys, ops and
 * elements, and asks the checker about what is left. Nothing is executed again; who wants to know whether a database
 * does it once more has to replay the result. This package decides no level itself and knows neither files nor words
 * for people.
 *
 * <p>Start reading at {@link moirai.analysis.shrinking.HistoryShrinker}, then {@code Excerpt}.
 */
@NullMarked
package moirai.analysis.shrinking;

import org.jspecify.annotations.NullMarked;
