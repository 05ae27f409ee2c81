/** Programs that tests share: textbook anomalies, one program each, and published benchmarks. */
@NullMarked
package moirai.directed.examples;

import org.jspecify.annotations.NullMarked;
