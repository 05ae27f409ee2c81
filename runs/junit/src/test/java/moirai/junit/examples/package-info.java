/** The examples of the module's README, as tests, so that they cannot rot. */
@NullMarked
package moirai.junit.examples;

import org.jspecify.annotations.NullMarked;
