/**
 * Workloads: what sessions are asked to run, made from a recipe and a seed.
 *
 * <p>A {@link moirai.generators.Workload} is a recipe that can be printed, parsed and kept with a history; a
 * {@link moirai.generators.TxnGenerator} turns it and a {@link moirai.history.Seed} into an endless stream of
 * {@link moirai.history.TxnPlan}s. The same recipe and seed give the same stream on every machine; which session
 * gets which plan, and how a live database interleaves them, does not follow from the seed.
 *
 * <p>Nothing here knows clients, databases or histories that were recorded.
 *
 * <p>Start reading at {@link moirai.generators.Workload}.
 */
@NullMarked
package moirai.generators;

import org.jspecify.annotations.NullMarked;
