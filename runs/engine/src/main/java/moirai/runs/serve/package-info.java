/**
 * The store in a browser: a table of runs, the report of each, and each as a zip file.
 *
 * <p>A user who can open the port can read the store, and nothing else. The server listens on this machine alone,
 * answers only requests that name this machine, so that a page of another site cannot read in its visitor's name, and
 * follows no link and no path out of a run. It changes nothing, except that it makes a report for a run that has none.
 *
 * <p>Start reading at {@link moirai.runs.serve.StoreServer}.
 */
@NullMarked
package moirai.runs.serve;

import org.jspecify.annotations.NullMarked;
