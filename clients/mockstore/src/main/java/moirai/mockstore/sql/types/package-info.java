/**
 * SQL's types: how values are represented, compared, converted and written as text. This package must not know tables.
 */
@NullMarked
package moirai.mockstore.sql.types;

import org.jspecify.annotations.NullMarked;
