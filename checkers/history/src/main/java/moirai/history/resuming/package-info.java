/** Where a run that was interrupted goes on without touching what it has recorded. */
@NullMarked
package moirai.history.resuming;

import org.jspecify.annotations.NullMarked;
