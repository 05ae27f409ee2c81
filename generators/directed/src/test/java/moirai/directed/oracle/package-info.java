/** Executions run with plain numbers, and all of them: what the formulas have to agree with. */
@NullMarked
package moirai.directed.oracle;

import org.jspecify.annotations.NullMarked;
