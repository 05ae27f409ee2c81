/**
 * {@code report.html}: one run as one page that needs no network and no other file.
 *
 * <p>Java makes every decision: the text, the transactions that are shown, and the positions of a graph's nodes. It
 * passes these to the page as one JSON object, and the page's own scripts, in the resources beside this package, draw
 * it. The object holds windows around anomalies and series of bounded length, so the page of a long run is no larger
 * than that of a short one. A page that cannot be written changes no verdict.
 *
 * <p>Start reading at {@link moirai.runs.html.HtmlReport}.
 */
@NullMarked
package moirai.runs.html;

import org.jspecify.annotations.NullMarked;
