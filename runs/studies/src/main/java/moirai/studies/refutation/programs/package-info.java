/**
 * Random small classes of Java over JDBC: safe code, and behind something that an analysis may get wrong, code that is
 * not. Must not know how programs are analysed or run.
 */
@NullMarked
package moirai.studies.refutation.programs;

import org.jspecify.annotations.NullMarked;
