/** Replays of the anomalies that are found in programs of the literature, on the mock store and on databases. */
@NullMarked
package moirai.studies.directed.replay;

import org.jspecify.annotations.NullMarked;
