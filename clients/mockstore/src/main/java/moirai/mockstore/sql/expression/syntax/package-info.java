/** Reads names, types and escapes in the parser's tree. Must not know expressions. */
@NullMarked
package moirai.mockstore.sql.expression.syntax;

import org.jspecify.annotations.NullMarked;
