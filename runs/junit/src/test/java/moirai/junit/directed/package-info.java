/** Tests of predicted anomalies as tests, and the classes that have them. */
@NullMarked
package moirai.junit.directed;

import org.jspecify.annotations.NullMarked;
