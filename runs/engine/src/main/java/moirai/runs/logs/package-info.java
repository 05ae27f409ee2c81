/** What the servers of a run have logged, beside its history. */
@NullMarked
package moirai.runs.logs;

import org.jspecify.annotations.NullMarked;
