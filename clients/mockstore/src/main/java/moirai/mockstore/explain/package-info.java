/**
 * Explanations of the values that a read may return, and why it may not return others. This package asks the rules of
 * the level and must not decide anything itself.
 */
@NullMarked
package moirai.mockstore.explain;

import org.jspecify.annotations.NullMarked;
