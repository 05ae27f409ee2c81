/** Runs transactions again and again, explains their values, finds their branches and puts the paths together. */
@NullMarked
package moirai.observation.paths;

import org.jspecify.annotations.NullMarked;
