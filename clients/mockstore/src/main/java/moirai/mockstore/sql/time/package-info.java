/** The time zones of sessions. */
@NullMarked
package moirai.mockstore.sql.time;

import org.jspecify.annotations.NullMarked;
