/** Tests of how arguments are made. */
@NullMarked
package moirai.observation.shapes;

import org.jspecify.annotations.NullMarked;
