/**
 * A layer over JDBC that shows each statement with its bound values before and after it runs. It changes nothing.
 */
@NullMarked
package moirai.observation.recording;

import org.jspecify.annotations.NullMarked;
