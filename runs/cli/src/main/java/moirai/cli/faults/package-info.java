/** {@code moirai nemesis}: what faults there are, what a seed would do, what a run did, and undoing what one left. */
@NullMarked
package moirai.cli.faults;

import org.jspecify.annotations.NullMarked;
