/** Tests of applications of Spring. */
@NullMarked
package moirai.observation.spring;

import org.jspecify.annotations.NullMarked;
