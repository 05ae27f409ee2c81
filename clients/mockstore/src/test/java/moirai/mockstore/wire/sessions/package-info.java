/** Sessions that tell each other something, and end each other, as on a real server. */
@NullMarked
package moirai.mockstore.wire.sessions;

import org.jspecify.annotations.NullMarked;
