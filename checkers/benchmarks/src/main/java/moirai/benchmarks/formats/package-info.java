/** How fast files of others are read. */
@NullMarked
package moirai.benchmarks.formats;

import org.jspecify.annotations.NullMarked;
