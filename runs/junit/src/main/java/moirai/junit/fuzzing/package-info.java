/**
 * A database under random concurrent transactions as a JUnit test: it is run, judged, and fails with the few
 * transactions that break its isolation level.
 *
 * <p>Start reading at {@link moirai.junit.fuzzing.FuzzDatabase} and {@link moirai.junit.fuzzing.Fuzzing}. The runs are
 * those of {@code moirai run}; this package only brings a test's database to them. It must not write to a database that
 * exists without the consent that {@code moirai run --url} asks for.
 */
@NullMarked
package moirai.junit.fuzzing;

import org.jspecify.annotations.NullMarked;
