/** Small SQL programs whose results have to be those of a serial execution, or of snapshots, as their level says. */
@NullMarked
package moirai.mockstore.sql.serial;

import org.jspecify.annotations.NullMarked;
