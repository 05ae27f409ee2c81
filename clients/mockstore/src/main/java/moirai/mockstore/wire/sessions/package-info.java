/** The sessions of a server as others see them: who is there, and who is to stop. */
@NullMarked
package moirai.mockstore.wire.sessions;

import org.jspecify.annotations.NullMarked;
