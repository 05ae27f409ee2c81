/**
 * Java's values as SQL's and back: what the setters of a statement take and the getters of its rows return. Must not
 * know statements.
 */
@NullMarked
package moirai.mockstore.jdbc.values;

import org.jspecify.annotations.NullMarked;
