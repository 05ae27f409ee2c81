/**
 * Judges histories of list appends, after Kingsbury and Alvaro, "Elle" (2020). Start reading at {@link
 * moirai.analysis.listappend.ListAppendChecker}.
 */
@NullMarked
package moirai.analysis.listappend;

import org.jspecify.annotations.NullMarked;
