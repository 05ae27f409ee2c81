/**
 * From text to syntax trees: JSqlParser, and what it leaves to us. Must not know what statements mean.
 */
@NullMarked
package moirai.mockstore.sql.syntax;

import org.jspecify.annotations.NullMarked;
