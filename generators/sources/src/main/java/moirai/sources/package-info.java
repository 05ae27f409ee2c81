/**
 * Translates Java source that uses JDBC into abstract programs, by symbolic execution. Nothing is compiled or run.
 *
 * <p>Start reading at {@link moirai.sources.JavaSources}.
 */
@NullMarked
package moirai.sources;

import org.jspecify.annotations.NullMarked;
