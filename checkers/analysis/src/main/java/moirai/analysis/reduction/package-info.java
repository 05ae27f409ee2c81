/** Reduces what fails to a small part that still fails; knows nothing of what the elements are. */
@NullMarked
package moirai.analysis.reduction;

import org.jspecify.annotations.NullMarked;
