/**
 * The mock store as a JDBC driver: {@code jdbc:moirai:mem:NAME?isolation=causal&seed=42}. Each connection is a session.
 * {@link moirai.mockstore.jdbc.MockDatabases} describes how long a store lives; {@link
 * moirai.mockstore.jdbc.MoiraiDataSource} is for programs that hold the store themselves. This package must not know
 * how statements are executed.
 */
@NullMarked
package moirai.mockstore.jdbc;

import org.jspecify.annotations.NullMarked;
