/** The parts of a run, of which there is one more for each time that it was resumed. */
@NullMarked
package moirai.runs.parts;

import org.jspecify.annotations.NullMarked;
