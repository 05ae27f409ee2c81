/** The transactions that are observed, with named parameters, and how they are called. */
@NullMarked
package moirai.observation.txns;

import org.jspecify.annotations.NullMarked;
