/**
 * The lowest floor of the execution: values of Java as far as the source says, the conditions of paths, states with
 * locals and heap, and the record of what a transaction has done. Must not know what code is executed.
 */
@NullMarked
package moirai.sources.execution.values;

import org.jspecify.annotations.NullMarked;
