/**
 * The compiler of queries, from JSqlParser's syntax trees to {@link moirai.mockstore.sql.plan plans}. It refuses by
 * name what it does not support.
 */
@NullMarked
package moirai.mockstore.sql.query;

import org.jspecify.annotations.NullMarked;
