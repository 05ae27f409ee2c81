/** Random statements of all kinds over the wire, for the store and for a real server. */
@NullMarked
package moirai.mockstore.wire.statements;

import org.jspecify.annotations.NullMarked;
