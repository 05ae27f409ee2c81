/**
 * Observes applications by the names of their classes: loads a class, finds its transactions and parameters, makes it a
 * database. Everything that the user can get wrong is an {@link moirai.observation.txns.ObservationException} that
 * names class, method and parameter.
 */
@NullMarked
package moirai.observation.classes;

import org.jspecify.annotations.NullMarked;
