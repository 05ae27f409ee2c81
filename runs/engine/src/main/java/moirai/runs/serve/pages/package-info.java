/**
 * The pages of the store: all runs, two of them side by side, the shapes of anomalies, and the runs of one shape.
 *
 * <p>The pages need neither a network nor scripts: what a reader chooses is a form or a link. They read
 * {@code run.json} and {@code results.json}, never a history.
 *
 * <p>Start reading at {@link moirai.runs.serve.pages.Pages}.
 */
@NullMarked
package moirai.runs.serve.pages;

import org.jspecify.annotations.NullMarked;
