/**
 * Observes applications of Spring: finds their classes and libraries, starts their context on a recorded data source,
 * and calls their transactional methods. Spring is the application's own, of whatever version, and is reached by
 * reflection in {@link moirai.observation.spring.SpringContext} alone.
 */
@NullMarked
package moirai.observation.spring;

import org.jspecify.annotations.NullMarked;
