/** What programs ask of numbers that those with a sign answer in more ways than natural ones. */
@NullMarked
package moirai.sources.signs;

import org.jspecify.annotations.NullMarked;
