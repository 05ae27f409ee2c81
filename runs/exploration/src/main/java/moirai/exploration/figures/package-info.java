/** The paper's experiments (section 7.3), done again. */
@NullMarked
package moirai.exploration.figures;

import org.jspecify.annotations.NullMarked;
