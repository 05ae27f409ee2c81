/**
 * Composition of JDBC's large interfaces from small classes, and JDBC's exceptions. A JDBC interface has up to 190
 * methods, of which a store in memory implements a third; a method that no part implements is refused by name. This
 * package must not know what the parts do.
 */
@NullMarked
package moirai.mockstore.jdbc.facade;

import org.jspecify.annotations.NullMarked;
