/** Tests of fuzzed databases, which run test classes of their own by JUnit's test kit. */
@NullMarked
package moirai.junit.fuzzing;

import org.jspecify.annotations.NullMarked;
