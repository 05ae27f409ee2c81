/** The JSON form of abstract programs. An error in a file is reported with its place, value and what is accepted. */
@NullMarked
package moirai.directed.program.json;

import org.jspecify.annotations.NullMarked;
