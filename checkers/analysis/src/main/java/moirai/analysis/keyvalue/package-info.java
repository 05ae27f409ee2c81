/**
 * Reduces recorded histories to the form that the axioms judge: who read which key from whom. Start reading at {@link
 * moirai.analysis.keyvalue.KeyValueReads}.
 */
@NullMarked
package moirai.analysis.keyvalue;

import org.jspecify.annotations.NullMarked;
