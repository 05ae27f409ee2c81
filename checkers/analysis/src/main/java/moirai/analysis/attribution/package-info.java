/**
 * Decides levels of histories of registers in which several transactions wrote one value, by a search over which of the
 * writes each read returned. Start reading at {@link moirai.analysis.attribution.AttributionSearch}.
 */
@NullMarked
package moirai.analysis.attribution;

import org.jspecify.annotations.NullMarked;
