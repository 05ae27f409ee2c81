/**
 * The middle floor of the execution, which finds out what names and calls mean. Methods in the sources are executed in
 * place; those of JDBC become statements; those of Java's library are known by name; all others are reported. Code that
 * is met on the way, such as the body of a method, goes back up through
 * {@link moirai.sources.execution.calls.Interpreter}, and nothing else does.
 */
@NullMarked
package moirai.sources.execution.calls;

import org.jspecify.annotations.NullMarked;
