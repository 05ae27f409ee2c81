/**
 * JDBC connections whose calls an {@link moirai.interception.Interceptor} sees, holds or answers. Must not know what
 * statements mean, or why anybody wants to see them.
 *
 * <p>Every call that no interceptor overrides reaches the driver's object, with the same arguments, answer and
 * exception. A wrapper is equal to itself alone. {@code getConnection} and {@code getStatement} return wrappers, so
 * that no code gets around the interceptor by navigation. {@code unwrap} returns the driver's object to code that asks
 * for a class of the driver.
 *
 * <p>Two libraries were considered. P6Spy (3.9) and datasource-proxy (1.11) tell listeners of each execution. Their
 * listeners cannot keep a call from the driver or replace its answer, which a connection needs that ignores
 * {@code close} and {@code setAutoCommit}. In datasource-proxy, {@code DatabaseMetaData.getConnection} leads around the
 * proxy, a wrapper equals its delegate but not the reverse, and {@code addBatch} forgets bound values that the driver
 * keeps for the next row.
 */
@NullMarked
package moirai.interception;

import org.jspecify.annotations.NullMarked;
