/** The figures of the paper on exploration ({@code scripts/explore-figures}), and benchmarks of exploring. */
@NullMarked
package moirai.studies.exploration;

import org.jspecify.annotations.NullMarked;
