/**
 * The databases that a run can be asked for, by their names on the command line: what each is called, which levels and
 * workloads it has, what it documents, and how it comes to be. Whoever adds a database adds a {@code Product} here and
 * puts it on the list in {@code Products}; commands and reports learn of it from there.
 *
 * <p>It must not start anything: a {@link moirai.runs.Target} says what to start, and a run does it.
 *
 * <p>Start reading at {@link moirai.runs.products.Product}.
 */
@NullMarked
package moirai.runs.products;

import org.jspecify.annotations.NullMarked;
