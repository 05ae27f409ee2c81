/**
 * The anomalies that classes with JDBC can suffer, found in their source, as tests: each anomaly is made to happen by
 * the methods themselves.
 *
 * <p>Start reading at {@link moirai.junit.directed.AnomaliesOf}.
 */
@NullMarked
package moirai.junit.directed;

import org.jspecify.annotations.NullMarked;
