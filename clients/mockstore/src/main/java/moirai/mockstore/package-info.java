/**
 * A store that answers each read with any value that its isolation level allows, after MonkeyDB (Biswas, Kakwani,
 * Vedurada, Enea, Lal, "MonkeyDB: Effectively Testing Correctness against Weak Isolation Levels", 2021).
 *
 * <p>This package is the store of keys and values: {@link moirai.mockstore.MockStore} holds what was committed,
 * a {@link moirai.mockstore.StoreSession} runs one {@link moirai.mockstore.StoreTxn} at a time, a
 * {@link moirai.mockstore.Chooser} decides what the level leaves open, a
 * {@link moirai.mockstore.Schedule} when transactions may begin. It must not know SQL, JDBC or networks; those are
 * built on it.
 */
@NullMarked
package moirai.mockstore;

import org.jspecify.annotations.NullMarked;
