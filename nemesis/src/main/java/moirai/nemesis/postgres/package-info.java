/**
 * PostgreSQL from Maven Central: one server, or a primary with streaming replicas.
 *
 * <p>The programs are unpacked once, and {@code initdb} runs once; from then on a node is a copy of that template. This
 * package asks its servers only what it needs to run them, over connections of its own.
 *
 * <p>Start reading at {@link moirai.nemesis.postgres.PostgresCluster}.
 */
@NullMarked
package moirai.nemesis.postgres;

import org.jspecify.annotations.NullMarked;
