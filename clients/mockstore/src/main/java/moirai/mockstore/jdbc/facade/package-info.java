/**
 * JDBC's large interfaces put together from small classes, and its exceptions. An interface of JDBC has up to 190
 * methods, of which a store in memory has an answer to a third; what no part answers is refused by name. Must not
 * know what the parts do.
 */
@NullMarked
package moirai.mockstore.jdbc.facade;

import org.jspecify.annotations.NullMarked;
