/** Tests of recorded histories. */
@NullMarked
package moirai.junit.recording;

import org.jspecify.annotations.NullMarked;
