/** Tests of applications of Spring. */
@NullMarked
package moirai.observation.beans;

import org.jspecify.annotations.NullMarked;
