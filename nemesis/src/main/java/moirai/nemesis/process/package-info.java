/**
 * Servers as processes: their directories, their watchdogs, their signals.
 *
 * <p>This package knows no product. Each server is the child of a shell that ends it when Moirai is gone, however
 * Moirai ended. Each instance has a caretaker that then removes the files; the next start finds what even they could
 * not. A process is touched only if it is a child of ours, or if a file in a directory of ours has its number and its
 * command line names that directory.
 *
 * <p>Start reading at {@link moirai.nemesis.process.Instance}, then {@link moirai.nemesis.process.ServerProcess} and
 * {@code watchdog.sh}.
 */
@NullMarked
package moirai.nemesis.process;

import org.jspecify.annotations.NullMarked;
