/**
 * CREATE, ALTER, DROP and TRUNCATE. They take effect at once and for all sessions: they are not part of any
 * transaction, and a rollback does not undo them. This package must not read rows.
 */
@NullMarked
package moirai.mockstore.sql.define;

import org.jspecify.annotations.NullMarked;
