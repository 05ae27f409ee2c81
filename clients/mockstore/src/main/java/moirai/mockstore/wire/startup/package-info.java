/** The first message of a session. */
@NullMarked
package moirai.mockstore.wire.startup;

import org.jspecify.annotations.NullMarked;
