/** A layer over JDBC that shows each statement with its bound values before and after it runs. It changes nothing itself. */
@NullMarked
package moirai.observation.recording;

import org.jspecify.annotations.NullMarked;
