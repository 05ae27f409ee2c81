/** Another SAT solver, and what holds it against the usual one: no verdict may depend on who solves. */
@NullMarked
package moirai.studies.solvers;

import org.jspecify.annotations.NullMarked;
