/**
 * Symbolic execution of methods: paths are conditions, values are expressions over what statements returned.
 *
 * <p>It has three floors, and each is made of those below it. {@code values} holds values, states and the record;
 * {@code calls} what names and calls mean; this package the expressions and statements of Java. {@link
 * moirai.sources.execution.TxnExecution} puts them together, once for each transaction.
 */
@NullMarked
package moirai.sources.execution;

import org.jspecify.annotations.NullMarked;
