/**
 * Understands queries: from JSqlParser's syntax trees to {@link moirai.mockstore.sql.plan plans}. What it does not
 * understand it refuses by name.
 */
@NullMarked
package moirai.mockstore.sql.query;

import org.jspecify.annotations.NullMarked;
