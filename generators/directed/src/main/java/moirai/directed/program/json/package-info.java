/** Abstract programs as JSON. Whatever is wrong with a file is said with its place, value and what is accepted. */
@NullMarked
package moirai.directed.program.json;

import org.jspecify.annotations.NullMarked;
