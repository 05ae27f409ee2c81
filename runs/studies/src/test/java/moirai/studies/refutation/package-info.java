/** Tests of random programs whose proofs a database tries to refute. */
@NullMarked
package moirai.studies.refutation;

import org.jspecify.annotations.NullMarked;
