package moirai.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.levels.ProductLevel;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Runs a test on a database once for each combination of what its isolation level leaves open, instead of at random:
 * whose transaction is next, and what each read returns; at the level of a product, whose statement is next. A test
 * that passes has no failure at all at this level, for these calls on these rows.
 *
 * <p>The method is that of an {@link IsolationTest}. Its calls, and the test between them, have to be functions of what
 * they read. A run that asks the store something else after the same answers than an earlier run did, or ends
 * otherwise, is refused: it depends on a clock, a random number or a field. One that does so rarely, or that differs in
 * what it asserts alone, may stay unnoticed. Calls may share memory that is made anew in each run. {@code now()} of the
 * store stands still. A test with more combinations than {@link #runsMax} has not seen everything, and fails for that
 * reason.
 *
 * <p>The numbers of runs and of different behaviours are published as a report entry of the test, and are part of a
 * failure. Several orders of transactions may give the same behaviour.
 */
@Documented
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@TestTemplate
@ExtendWith(IsolationExtension.class)
public @interface EveryBehaviour {

    /** The levels to test at; see {@link IsolationTest#levels}. */
    IsolationLevel[] level() default {};

    /** The levels of products to test at; see {@link IsolationTest#products}. */
    ProductLevel[] products() default {};

    /** The weakest level at which the test holds; see {@link IsolationTest#holdsFrom}. */
    IsolationLevel holdsFrom() default IsolationLevel.READ_UNCOMMITTED;

    /** The largest number of runs at each level. */
    int runsMax() default 100_000;

    /** Exceptions of calls that mean a conflict of isolation; see {@link IsolationTest#conflicts}. */
    Class<? extends Throwable>[] conflicts() default {};

    /** The name of a store that exists already; see {@link IsolationTest#database}. */
    String database() default "";
}
