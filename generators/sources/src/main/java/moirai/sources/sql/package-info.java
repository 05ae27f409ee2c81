/** From SQL texts to statements of abstract programs. Knows nothing of Java. */
@NullMarked
package moirai.sources.sql;

import org.jspecify.annotations.NullMarked;
