/** What a statement costs over the mock store's protocol. */
@NullMarked
package moirai.studies.wire;

import org.jspecify.annotations.NullMarked;
