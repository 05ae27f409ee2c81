/** Isolation levels as sets of axioms on what statements see and in which order their writes take effect. */
@NullMarked
package moirai.directed.levels;

import org.jspecify.annotations.NullMarked;
