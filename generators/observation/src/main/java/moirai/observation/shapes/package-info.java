/**
 * How the arguments of methods are made of values that an observation leads: objects with their properties, records,
 * lists, or single values. Must not know what the arguments are for.
 */
@NullMarked
package moirai.observation.shapes;

import org.jspecify.annotations.NullMarked;
