/** A second SAT solver and its comparison with the usual one: no verdict may depend on the solver. */
@NullMarked
package moirai.studies.solvers;

import org.jspecify.annotations.NullMarked;
