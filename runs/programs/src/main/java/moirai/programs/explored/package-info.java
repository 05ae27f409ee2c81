/**
 * The applications with which exploration is measured in the literature: shopping cart, Twitter, courseware, Wikipedia
 * and TPC-C, as transactions over keys and values, and client programs that call them.
 *
 * <p>Source: Bouajjani, Enea and Román-Calvo, "Dynamic Partial Order Reduction for Checking Correctness against
 * Transaction Isolation Levels" (2023), section 7.2. Tables are modelled as there: one key holds the ids of a table's
 * rows, and one key holds each row ({@link moirai.programs.explored.Table}).
 *
 * <p>Start at {@link moirai.programs.explored.Applications}. This package must not explore or judge.
 */
@NullMarked
package moirai.programs.explored;

import org.jspecify.annotations.NullMarked;
