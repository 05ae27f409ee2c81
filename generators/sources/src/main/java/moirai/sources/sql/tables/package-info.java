/**
 * The tables of a program as SQL defines them: columns, keys, and the constraints that abstract programs do not have.
 * Must not know how statements are translated.
 */
@NullMarked
package moirai.sources.sql.tables;

import org.jspecify.annotations.NullMarked;
