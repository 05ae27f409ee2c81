/**
 * The machines of nodes: a clock, a disk, electricity and a processor for each, made to fail without touching those of
 * the real machine.
 *
 * <p>Clock and disk are bent by a small library that servers load before the C library ({@code machine.c}, compiled
 * once where there is a compiler). It reads a page of memory which this process writes; no right is needed. Power is
 * cut at a file system of the node's own on a loop device, which only root can mount. The processor is taken away by
 * stopping and waking the server's processes.
 *
 * <p>It knows no product: a product starts its server through {@link moirai.nemesis.machine.LocalMachine#start}. It
 * must not touch a mount, a device or a process of others. Only a mount can outlive this process. It lies in the
 * instance's directory, where the watchdog, the caretaker, the next start and {@code moirai nemesis heal} find it.
 *
 * <p>Start reading at {@link moirai.nemesis.Machine}, then {@code LocalMachine} and {@code machine.c}.
 */
@NullMarked
package moirai.nemesis.machine;

import org.jspecify.annotations.NullMarked;
