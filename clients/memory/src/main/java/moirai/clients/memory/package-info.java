/**
 * A simulated list database: deterministic, single-threaded, strictly serializable unless asked to be weaker, with bugs
 * that can be planted on purpose.
 *
 * <p>It is the control of the checkers: the honest form must never fail, and each {@link
 * moirai.clients.memory.PlantedBug} must be found and named rightly. It also makes large histories quickly. {@link
 * moirai.clients.memory.Simulation} runs plans against it on a virtual clock, so one seed gives one history, to the
 * byte. Nothing here reads a clock, uses unseeded randomness or depends on hash order.
 *
 * <p>Start reading at {@link moirai.clients.memory.MemoryDatabase}, then {@link moirai.clients.memory.MemoryTxn}.
 */
@NullMarked
package moirai.clients.memory;

import org.jspecify.annotations.NullMarked;
