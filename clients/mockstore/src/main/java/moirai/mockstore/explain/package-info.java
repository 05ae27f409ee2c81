/**
 * Says of a read which values it may return, and why it may not return the others. Asks the rules of the level; must
 * not decide anything itself.
 */
@NullMarked
package moirai.mockstore.explain;

import org.jspecify.annotations.NullMarked;
