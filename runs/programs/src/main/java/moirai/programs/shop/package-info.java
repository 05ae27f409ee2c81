/**
 * A small application of plain JDBC, as people write them: the one that the documentation of {@code moirai schedule}
 * shows. Must not know on which database it runs.
 */
@NullMarked
package moirai.programs.shop;

import org.jspecify.annotations.NullMarked;
