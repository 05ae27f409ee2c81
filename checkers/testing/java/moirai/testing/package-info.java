/** What the tests of all modules share. No module ships it, and it knows nothing of Moirai's own code. */
@NullMarked
package moirai.testing;

import org.jspecify.annotations.NullMarked;
