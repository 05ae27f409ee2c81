/**
 * Servers as processes: their directories, their watchdogs, their signals.
 *
 * <p>Knows no product. Each server is the child of a shell that ends it when Moirai is gone, however Moirai ended; each
 * instance has a caretaker that then removes the files; what even they could not is found by the next start. A process
 * is touched only if it is a child of ours, or if a file in a directory of ours has its number and its command line
 * names that directory.
 *
 * <p>Start reading at {@link moirai.nemesis.process.Instance}, then {@link moirai.nemesis.process.ServerProcess} and
 * {@code watchdog.sh}.
 */
@NullMarked
package moirai.nemesis.process;

import org.jspecify.annotations.NullMarked;
