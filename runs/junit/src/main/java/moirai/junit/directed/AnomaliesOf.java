package moirai.junit.directed;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import moirai.history.level.IsolationLevel;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Finds the anomalies that classes with JDBC can suffer at an isolation level, and makes each of their causes a test.
 * The test fails if the anomaly happens.
 *
 * <pre>{@code
 * @AnomaliesOf(value = Shop.class, level = READ_COMMITTED)
 * void shop() {}
 *
 * @AnomaliesOf(value = Shop.class, level = SERIALIZABLE, product = "postgres")
 * void shopOnPostgres() {}
 * }</pre>
 *
 * <p>The anomalies are those of {@code moirai schedule analyze}, which reads the source of the classes and runs
 * nothing. Anomalies with the same cause are one test, as they are one group there. The test makes them happen one
 * after the other, by the methods of the classes on tables and rows of its own, until one of them does. By default the
 * database is the mock store, which returns whatever the level allows.
 *
 * <p>A test passes if the database, or the code itself, prevented each anomaly of the cause; a report entry says how.
 * It is aborted, with the reason, if that is not known. What the analysis had to leave out of the source makes one
 * aborted test of its own. If there is no anomaly at all, one test passes, and its name says whether that is proven or
 * holds within the bounds of the search.
 *
 * <p>The method's body may be empty. To replay on a data source of the test's own, it takes an {@link AnomalyReplay}.
 */
@Documented
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@TestTemplate
@ExtendWith(AnomaliesExtension.class)
public @interface AnomaliesOf {

    /** The classes. Their public methods that a connection or a data source reaches are the transactions. */
    Class<?>[] value();

    /** The level that the database promises. */
    IsolationLevel level() default IsolationLevel.READ_COMMITTED;

    /**
     * The levels as {@code moirai schedule analyze --level} takes them, in place of {@link #level}: {@code postgres-rc}
     * for PostgreSQL's own read committed, which finds the rows of one statement at several times, or {@code
     * SI,sell=SER} for transactions of several levels.
     */
    String levels() default "";

    /**
     * The causes that are known, as failures name them: {@code 9c1e4f03-stale-read}, or the digits alone. A known cause
     * is expected: its test passes as long as an anomaly happens, and fails when none does any more.
     */
    String[] known() default {};

    /**
     * A database as {@code moirai schedule run --db} takes it, such as {@code postgres} or {@code h2}; empty for the
     * mock store, or for the data source of an {@link AnomalyReplay}.
     */
    String product() default "";

    /**
     * The level that sessions ask of a product or a data source, such as {@code repeatable-read}; empty for its weakest
     * level that promises {@link #level}. Required with {@link #levels}.
     */
    String isolation() default "";

    /**
     * The folders in which the packages of the sources begin; by default {@code src/main/java} and {@code
     * src/test/java}, where a build has compiled the classes or in the working directory.
     */
    String[] sources() default {};

    /**
     * Files of SQL with {@code CREATE TABLE}; by default the texts in the source that are one, or else the {@code .sql}
     * files among the resources beside it.
     */
    String[] ddl() default {};

    /** The methods that are transactions, as {@code Shop.sell} or {@code sell}, with * for any letters. */
    String[] txns() default {};

    /** The number of transactions on a cycle, 2 to 8. */
    int txnsMax() default 2;

    /** The number of edges of a cycle, steps inside transactions included, 3 to 64. */
    int lengthMax() default 4;

    /** The number of rows of each table, 1 to 8; 0 for 2, or up to 4 if a statement needs them. */
    int rows() default 0;

    /** The number of bits of each number, 1 to 16; 0 for 3, or up to 5 if a statement needs them. */
    int bits() default 0;

    /** The number of repetitions of each loop, 1 to 8. */
    int loops() default 1;

    /** Permits a superuser as the user of a marked database. */
    boolean allowSuperuser() default false;

    /** Permits tables in a marked database that are not Moirai's. */
    boolean sharedDatabase() default false;

    /** The names of hosts, databases or users that only look like production. */
    String[] allowNames() default {};
}
