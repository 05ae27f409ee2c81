/**
 * The transactions around the witnesses of a report, found in one pass over a history.
 *
 * <p>Start reading at {@link moirai.runs.html.windows.Windows}.
 */
@NullMarked
package moirai.runs.html.windows;

import org.jspecify.annotations.NullMarked;
