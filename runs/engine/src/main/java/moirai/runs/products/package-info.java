/**
 * The databases that a run can be asked for, by their names on the command line: the name of each, its levels and
 * workloads, its documented promises, and how it is made. CONTRIBUTING, "Adding a database", says all that a new
 * {@code Product} takes; commands and reports find it by the list in {@code Products}.
 *
 * <p>This package must not start anything: a {@link moirai.runs.Target} says what to start, and a run does it.
 *
 * <p>Start reading at {@link moirai.runs.products.Product}.
 */
@NullMarked
package moirai.runs.products;

import org.jspecify.annotations.NullMarked;
