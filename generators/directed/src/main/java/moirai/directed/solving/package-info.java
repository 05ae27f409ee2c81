/**
 * Formulas over bits and small numbers, and the decision whether they can be true. No other package knows SAT solvers.
 */
@NullMarked
package moirai.directed.solving;

import org.jspecify.annotations.NullMarked;
