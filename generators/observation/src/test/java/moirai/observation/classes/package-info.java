/** Tests of applications that are named by their class. */
@NullMarked
package moirai.observation.classes;

import org.jspecify.annotations.NullMarked;
