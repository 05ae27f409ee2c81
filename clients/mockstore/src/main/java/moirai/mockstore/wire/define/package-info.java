/**
 * Tables that are defined by a query. PostgreSQL says which columns they have; the store runs the query and has the
 * rows.
 */
@NullMarked
package moirai.mockstore.wire.define;

import org.jspecify.annotations.NullMarked;
