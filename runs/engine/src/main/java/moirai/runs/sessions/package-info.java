/**
 * The places of a run's sessions: one endpoint, or the nodes of a cluster.
 *
 * <p>A session has one place for its whole life, and a slot's next session may have another, as when the primary has
 * moved. This package opens sessions and records their places; it runs no transaction of a run and depends on no
 * history.
 *
 * <p>Start reading at {@link moirai.runs.sessions.SessionSource}.
 */
@NullMarked
package moirai.runs.sessions;

import org.jspecify.annotations.NullMarked;
