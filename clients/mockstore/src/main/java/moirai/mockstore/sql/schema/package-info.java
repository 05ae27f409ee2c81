/**
 * Definitions of a database: tables, columns, keys, foreign keys, checks, indexes, sequences. They are plain and
 * public, so that drivers can answer questions about metadata. This package must not know how rows are stored or how
 * statements are compiled.
 */
@NullMarked
package moirai.mockstore.sql.schema;

import org.jspecify.annotations.NullMarked;
