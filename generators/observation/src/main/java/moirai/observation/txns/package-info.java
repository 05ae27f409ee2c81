/** What is observed: transactions of an application with named parameters, and how they are called. */
@NullMarked
package moirai.observation.txns;

import org.jspecify.annotations.NullMarked;
