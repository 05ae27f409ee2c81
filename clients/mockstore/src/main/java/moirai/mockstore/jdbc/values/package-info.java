/**
 * Conversions between Java's and SQL's values, for the setters of a statement and the getters of its rows. This package
 * must not know statements.
 */
@NullMarked
package moirai.mockstore.jdbc.values;

import org.jspecify.annotations.NullMarked;
