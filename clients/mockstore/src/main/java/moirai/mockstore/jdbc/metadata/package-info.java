/**
 * The implementation of {@link java.sql.DatabaseMetaData}, which tools and mappers use, from the catalogue of the
 * database and a list of constant facts. This package must not execute statements.
 */
@NullMarked
package moirai.mockstore.jdbc.metadata;

import org.jspecify.annotations.NullMarked;
