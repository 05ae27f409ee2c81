/**
 * Turns the parser's expressions into ones that have values: finds out types, operators and functions. Must not
 * know how rows are stored or found; the {@link moirai.mockstore.sql.expression.Scope} knows what names mean.
 */
@NullMarked
package moirai.mockstore.sql.expression.compile;

import org.jspecify.annotations.NullMarked;
