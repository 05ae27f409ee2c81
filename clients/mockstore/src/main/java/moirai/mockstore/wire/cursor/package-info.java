/** Cursors that statements declare, fetch from and close. */
@NullMarked
package moirai.mockstore.wire.cursor;

import org.jspecify.annotations.NullMarked;
