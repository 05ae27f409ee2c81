/**
 * What is defined in a database: tables, columns, keys, foreign keys, checks, indexes, sequences. Plain and public,
 * so that drivers can answer questions about metadata. Must not know how rows are stored or how statements are
 * understood.
 */
@NullMarked
package moirai.mockstore.sql.schema;

import org.jspecify.annotations.NullMarked;
