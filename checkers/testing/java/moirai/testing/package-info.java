/** Classes that the tests of all modules share. No module ships them, and they know nothing of Moirai's own code. */
@NullMarked
package moirai.testing;

import org.jspecify.annotations.NullMarked;
