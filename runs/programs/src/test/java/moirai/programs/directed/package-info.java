/** The programs that directed tests are made of, each transaction on the mock store and on H2. */
@NullMarked
package moirai.programs.directed;

import org.jspecify.annotations.NullMarked;
