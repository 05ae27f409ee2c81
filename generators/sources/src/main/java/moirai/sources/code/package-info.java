/** What is needed to run the methods that a program was translated from: their classes, tables and values. */
@NullMarked
package moirai.sources.code;

import org.jspecify.annotations.NullMarked;
