/**
 * Observes applications of Spring and Micronaut: finds their classes and libraries, starts their context on a recorded
 * data source, and calls their transactional methods. The framework is the application's own, of whatever version, and
 * is reached by reflection in {@link moirai.observation.beans.SpringContext} and
 * {@link moirai.observation.beans.MicronautContext} alone.
 */
@NullMarked
package moirai.observation.beans;

import org.jspecify.annotations.NullMarked;
