/** How fast programs are explored. */
@NullMarked
package moirai.benchmarks.exploration;

import org.jspecify.annotations.NullMarked;
