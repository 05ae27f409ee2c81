/** Tests of repairs that are applied to sources. */
@NullMarked
package moirai.studies.repaired;

import org.jspecify.annotations.NullMarked;
