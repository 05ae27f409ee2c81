/**
 * Where the sessions of a run are: at one endpoint, or spread over the nodes of a cluster.
 *
 * <p>A session has one place for its whole life, and a slot's next session may have another, as when the primary has
 * moved. This package opens sessions and remembers where; it runs no transaction of a run and knows no history.
 *
 * <p>Start reading at {@link moirai.runs.sessions.SessionSource}.
 */
@NullMarked
package moirai.runs.sessions;

import org.jspecify.annotations.NullMarked;
