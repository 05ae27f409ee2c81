/**
 * What clients ask of the system catalogs. A real PostgreSQL server that holds the same definitions and no rows answers
 * it, so that all columns, functions and formats are PostgreSQL's own.
 */
@NullMarked
package moirai.mockstore.wire.catalog;

import org.jspecify.annotations.NullMarked;
