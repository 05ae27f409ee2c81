/**
 * The command {@code moirai nemesis}: it lists the kinds of faults, the faults that a seed would inject and those that
 * a run injected, and undoes those that a run has left.
 */
@NullMarked
package moirai.cli.faults;

import org.jspecify.annotations.NullMarked;
