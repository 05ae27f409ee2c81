/**
 * Explores every behaviour of a transactional program under an isolation level, each exactly once, after Bouajjani,
 * Enea, Román-Calvo, "Dynamic Partial Order Reduction for Checking Correctness against Transaction Isolation Levels"
 * (2023).
 *
 * <p>Start at {@link moirai.exploration.Exploration}; {@code program} has the programs, {@code search} the algorithm.
 * Programs are run many times with different values read. They must be deterministic, which is checked by comparing
 * runs. A search that was cut short never says that a program is correct.
 */
@NullMarked
package moirai.exploration;

import org.jspecify.annotations.NullMarked;
