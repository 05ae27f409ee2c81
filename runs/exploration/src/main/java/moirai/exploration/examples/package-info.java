/**
 * Real JDBC code to explore: transactions of the applications in {@code moirai.programs}, unmodified, few enough that
 * all their behaviours can be seen.
 */
@NullMarked
package moirai.exploration.examples;

import org.jspecify.annotations.NullMarked;
