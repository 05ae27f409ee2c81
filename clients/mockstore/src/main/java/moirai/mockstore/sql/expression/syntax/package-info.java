/** Readers of names, types and escapes in the parser's tree. This package must not know expressions. */
@NullMarked
package moirai.mockstore.sql.expression.syntax;

import org.jspecify.annotations.NullMarked;
