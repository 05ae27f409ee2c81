/**
 * From recorded histories to what the axioms speak of: who read which key from whom. Start reading at {@link
 * moirai.analysis.keyvalue.KeyValueReads}.
 */
@NullMarked
package moirai.analysis.keyvalue;

import org.jspecify.annotations.NullMarked;
