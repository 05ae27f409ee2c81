/**
 * Operators and functions of values, and how a call finds its own among those of one name. Must not know
 * expressions, rows or the store: what depends on a row or a session is not a function of values.
 */
@NullMarked
package moirai.mockstore.sql.expression.function;

import org.jspecify.annotations.NullMarked;
