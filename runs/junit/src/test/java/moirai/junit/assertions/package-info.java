/** Tests of assertions about histories. */
@NullMarked
package moirai.junit.assertions;

import org.jspecify.annotations.NullMarked;
