/**
 * The messages of PostgreSQL's protocol and the formats of the values in them: bytes in, bytes out. This package must
 * not know sessions, statements or threads.
 */
@NullMarked
package moirai.mockstore.wire.protocol;

import org.jspecify.annotations.NullMarked;
