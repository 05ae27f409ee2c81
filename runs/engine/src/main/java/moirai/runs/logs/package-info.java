/** The logs of the servers of a run, which lie beside its history. */
@NullMarked
package moirai.runs.logs;

import org.jspecify.annotations.NullMarked;
