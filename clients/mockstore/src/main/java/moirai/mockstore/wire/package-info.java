/**
 * PostgreSQL's protocol, version 3.0, so that psql, pgjdbc and every other client of PostgreSQL can connect to a mock
 * store. A {@link moirai.mockstore.wire.MockServer} gives each connection its own {@link
 * moirai.mockstore.sql.SqlSession} and thread; Netty's threads only split bytes into messages, because a statement may
 * wait for another session.
 *
 * <p>This package knows messages, formats of values and the protocol's states ("Frontend/Backend Protocol" in
 * PostgreSQL's documentation). It must not understand SQL beyond the words that a statement begins with, nor know keys
 * and levels.
 */
@NullMarked
package moirai.mockstore.wire;

import org.jspecify.annotations.NullMarked;
