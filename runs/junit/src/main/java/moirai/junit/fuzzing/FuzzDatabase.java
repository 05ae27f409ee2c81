package moirai.junit.fuzzing;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import moirai.history.level.IsolationLevel;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test that runs random concurrent transactions on a database and fails if they break an isolation level.
 *
 * <pre>{@code
 * @FuzzDatabase(expect = IsolationLevel.SNAPSHOT_ISOLATION)
 * void ordersAreIsolated(Fuzzing fuzzing) {
 *     fuzzing.on(dataSource);
 * }
 *
 * @FuzzDatabase(product = "postgres", isolation = "repeatable-read")
 * void postgresKeepsItsPromise() {}
 * }</pre>
 *
 * <p>The method names the database by one call of its {@link Fuzzing} parameter. If {@link #product} names the
 * database, the run takes place before the body and the parameter can be left out. The annotation makes a method a test
 * by itself; together with {@code @RepeatedTest} or {@code @ParameterizedTest} it makes one run an invocation.
 *
 * <p>A failure shows the verdict, the smallest set of transactions that prove it, and the seed, which repeats the run.
 * On a live database the seed fixes the transactions, not their interleaving.
 */
@Documented
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@TestTemplate
@ExtendWith(FuzzExtension.class)
public @interface FuzzDatabase {

    /** The configuration parameter of JUnit, or system property, with the seed of tests that have none of their own. */
    String SEED_PROPERTY = "moirai.seed";

    /** The configuration parameter, or system property, with the folder in which runs of failed tests are kept. */
    String DIRECTORY_PROPERTY = "moirai.directory";

    /**
     * The workload as {@code moirai run --workload} takes it: {@code append}, {@code predicate}, {@code register},
     * {@code set}, {@code counter} or {@code bank}, also with parameters as in {@code append key-count=5
     * max-txn-length=8}.
     */
    String workload() default "append";

    /** The level that must hold. */
    IsolationLevel expect() default IsolationLevel.SNAPSHOT_ISOLATION;

    /**
     * The level that sessions ask of the database, such as {@code repeatable-read}. If it is empty, a data source is
     * asked for the level that its connections have, and a product for its own default.
     */
    String isolation() default "";

    /** The number of transactions, of all sessions together. A run also ends after five minutes. */
    int transactions() default 5_000;

    /** The number of sessions at a time. Each has a connection of its own. */
    int sessions() default 10;

    /** The seed of the transactions, in hexadecimal; empty for that of {@link #SEED_PROPERTY}, or else a new one. */
    String seed() default "";

    /** A database as {@code moirai run --db} takes it, such as {@code postgres}, {@code h2} or {@code memory:BUG}. */
    String product() default "";

    /** Permits a superuser as the user of a marked database. */
    boolean allowSuperuser() default false;

    /** Permits tables in a marked database that are not Moirai's. */
    boolean sharedDatabase() default false;

    /** The names of hosts, databases or users that only look like production. */
    String[] allowNames() default {};
}
