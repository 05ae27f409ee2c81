/**
 * A small application in plain JDBC, which the documentation of {@code moirai schedule} uses as its example. Must not
 * know the database that it runs on.
 */
@NullMarked
package moirai.programs.shop;

import org.jspecify.annotations.NullMarked;
