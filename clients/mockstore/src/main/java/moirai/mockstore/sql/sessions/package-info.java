/**
 * What sessions of a database tell each other: notifications, and requests to stop. How a session's client is reached
 * is not known here.
 */
@NullMarked
package moirai.mockstore.sql.sessions;

import org.jspecify.annotations.NullMarked;
