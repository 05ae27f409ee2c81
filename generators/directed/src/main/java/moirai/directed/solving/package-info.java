/** Formulas over bits and small numbers, and whether they can be true: the one place that knows SAT solvers. */
@NullMarked
package moirai.directed.solving;

import org.jspecify.annotations.NullMarked;
