/**
 * Isolation tests in JUnit: an application's own code on a store that returns any value that its isolation level
 * allows, and databases under random concurrent transactions.
 *
 * <p>Start reading at {@link moirai.junit.IsolationTest} and {@link moirai.junit.WeakStore}. Nothing else of Moirai
 * depends on this module.
 */
@NullMarked
package moirai.junit;

import org.jspecify.annotations.NullMarked;
