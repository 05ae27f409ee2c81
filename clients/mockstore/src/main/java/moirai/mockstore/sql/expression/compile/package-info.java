/**
 * The compiler from the parser's expressions to expressions that have values; it determines types, operators and
 * functions. This package must not know how rows are stored or found; the {@link moirai.mockstore.sql.expression.Scope}
 * knows what names mean.
 */
@NullMarked
package moirai.mockstore.sql.expression.compile;

import org.jspecify.annotations.NullMarked;
