/** What a statement costs over the mock store's protocol. */
@NullMarked
package moirai.benchmarks.wire;

import org.jspecify.annotations.NullMarked;
