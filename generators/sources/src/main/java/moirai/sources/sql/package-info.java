/** Translates SQL texts into statements of abstract programs. Must not know Java. */
@NullMarked
package moirai.sources.sql;

import org.jspecify.annotations.NullMarked;
