/**
 * Histories in other people's formats, streamed: Jepsen's {@code history.edn} and JSON lines.
 *
 * <p>Written by hand and in bounded memory, because a history may be larger than any object tree of it. This package
 * must not judge or repair a history; what a format cannot say is left out, and the Javadoc names it.
 *
 * <p>Start reading at {@link moirai.history.export.EdnExport}.
 */
@NullMarked
package moirai.history.export;

import org.jspecify.annotations.NullMarked;
