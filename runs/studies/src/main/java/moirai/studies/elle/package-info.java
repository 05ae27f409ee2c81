/**
 * Compares verdicts with those of Elle on small random histories. Elle is no dependency of this build: whoever runs
 * {@link moirai.studies.elle.ElleDifferences} gives the class path of Elle, which runs in a process of its own.
 */
@NullMarked
package moirai.studies.elle;

import org.jspecify.annotations.NullMarked;
