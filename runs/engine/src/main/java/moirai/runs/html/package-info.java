/**
 * {@code report.html}: one run as one page that needs no network and no other file.
 *
 * <p>Java decides everything: what is said, which transactions are shown, where nodes of a graph stand. It hands this
 * to the page as one island of JSON, and the page's own scripts, in the resources beside this package, draw it. What is
 * embedded are windows around anomalies and series of bounded length, so the page of a long run is no larger than that
 * of a short one. A page that cannot be written changes no verdict.
 *
 * <p>Start reading at {@link moirai.runs.html.HtmlReport}.
 */
@NullMarked
package moirai.runs.html;

import org.jspecify.annotations.NullMarked;
