/**
 * {@link java.sql.DatabaseMetaData}: what tools and mappers ask of a database, answered from its catalogue and from
 * a list of constant facts. Must not execute statements.
 */
@NullMarked
package moirai.mockstore.jdbc.metadata;

import org.jspecify.annotations.NullMarked;
