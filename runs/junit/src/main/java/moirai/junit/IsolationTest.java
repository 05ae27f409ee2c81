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
 * Runs a test many times on a database that returns any value that its isolation level allows, once as a test for each
 * level.
 *
 * <pre>{@code
 * @IsolationTest(levels = {CAUSAL, SNAPSHOT_ISOLATION, SERIALIZABLE}, holdsFrom = SNAPSHOT_ISOLATION)
 * void transfersKeepTheTotal(WeakStore store) throws Exception {
 *     store.execute("CREATE TABLE account (id INT PRIMARY KEY, balance INT NOT NULL)");
 *     store.execute("INSERT INTO account VALUES (1, 100), (2, 0), (3, 0)");
 *     var bank = new Bank(store.dataSource());
 *     store.inParallel(() -> bank.transfer(1, 2, 30), () -> bank.transfer(1, 3, 40));
 *     assertThat(bank.total()).isEqualTo(100);
 * }
 * }</pre>
 *
 * <p>The method gets a {@link WeakStore}, and so may constructors, {@code @BeforeEach} and {@code @AfterEach} methods.
 * The first try runs in the usual life cycle. Later tries call the method alone, on the same instance of the test
 * class; each begins with the tables and rows that the set-up has left. Work that is the same in each try belongs into
 * {@code @BeforeEach}.
 *
 * <p>A failure shows the smallest set of calls that fails, what each of their reads saw, and the seed. A file in {@code
 * target/moirai}, {@code build/moirai} or {@code .moirai} makes the next run begin with this try.
 *
 * <p>The configuration parameters {@code moirai.tries}, {@code moirai.seed} and {@code moirai.directory}, which may be
 * system properties, stand for values that an annotation leaves open.
 */
@Documented
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@TestTemplate
@ExtendWith(IsolationExtension.class)
public @interface IsolationTest {

    /**
     * The levels of axioms to test at; if neither these nor {@link #products} are named, {@code READ_COMMITTED}, {@code
     * CAUSAL}, {@code SNAPSHOT_ISOLATION} and {@code SERIALIZABLE}. {@code SNAPSHOT_ISOLATION} and {@code SERIALIZABLE}
     * are strong session levels here. {@code READ_COMMITTED} is a monotonic view of committed values, in which a
     * transaction may miss what an earlier one of the same call has written.
     */
    IsolationLevel[] levels() default {};

    /**
     * The levels of products to test at. Each statement has a turn there, so that transactions overlap, and the order
     * of statements is all that is left open. The test has to hold at each; {@link #holdsFrom} is about levels alone.
     */
    ProductLevel[] products() default {};

    /**
     * The weakest level at which the test holds. At levels that are not as strong, a failure is expected: the test
     * fails if no try does. By default the test holds at every level.
     */
    IsolationLevel holdsFrom() default IsolationLevel.READ_UNCOMMITTED;

    /** The number of tries at each level; 0 for the configuration parameter {@code moirai.tries}, or else 500. */
    int tries() default 0;

    /**
     * The seed of the first try, as a failure shows it; empty for the configuration parameter {@code moirai.seed}, or
     * else a new one in each run.
     */
    String seed() default "";

    /**
     * Exceptions of calls that mean a conflict of isolation, beside an {@link java.sql.SQLException} with SQLSTATE
     * 40001 or 40P01 and what has it as a cause: those of optimistic locking, for example. A call that throws one
     * counts as aborted. Any other exception fails the test.
     */
    Class<? extends Throwable>[] conflicts() default {};

    /**
     * The name of a store that exists already, {@code shop} for {@code jdbc:moirai:mem:shop}, such as the one of an
     * application context. Tests of the same store run one after the other. By default each test has a new store.
     */
    String database() default "";
}
