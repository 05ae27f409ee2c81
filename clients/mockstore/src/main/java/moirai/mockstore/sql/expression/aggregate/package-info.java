/** Aggregate functions. This package must not know expressions: an aggregate sees values and their types. */
@NullMarked
package moirai.mockstore.sql.expression.aggregate;

import org.jspecify.annotations.NullMarked;
