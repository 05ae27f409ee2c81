/** How fast programs are explored. */
@NullMarked
package moirai.studies.exploration;

import org.jspecify.annotations.NullMarked;
