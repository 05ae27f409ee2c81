/**
 * The store in a browser: a table of runs, the report of each, and each as a zip file.
 *
 * <p>Whoever can open the port can read the store, and nothing else: it listens on this machine alone, answers
 * requests that were made to this machine by name, so that a page of another site cannot ask in its reader's name, and
 * follows no link and no path out of a run. Nothing is changed, but that a report is made for a run that has none.
 *
 * <p>Start reading at {@link moirai.runs.serve.StoreServer}.
 */
@NullMarked
package moirai.runs.serve;

import org.jspecify.annotations.NullMarked;
