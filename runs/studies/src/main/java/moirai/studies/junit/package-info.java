/** Measures what isolation tests in JUnit cost. */
@NullMarked
package moirai.studies.junit;

import org.jspecify.annotations.NullMarked;
