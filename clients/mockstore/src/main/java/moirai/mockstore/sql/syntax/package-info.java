/**
 * The step from text to syntax trees, by JSqlParser and by readers of statements that it does not know, and readers of
 * names, types and escapes. This package must not know what statements mean.
 */
@NullMarked
package moirai.mockstore.sql.syntax;

import org.jspecify.annotations.NullMarked;
