/**
 * The judgement of a part of a history that is not there any more: what has to be known of it so that the rest can
 * still be judged, as values and as text.
 */
@NullMarked
package moirai.analysis.judged;

import org.jspecify.annotations.NullMarked;
