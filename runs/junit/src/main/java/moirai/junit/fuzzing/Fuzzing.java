package moirai.junit.fuzzing;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.sql.DataSource;
import moirai.junit.databases.Containers;
import moirai.runs.Target;
import moirai.runs.products.Wish;
import moirai.runs.store.RunStore;
import org.opentest4j.TestAbortedException;

/**
 * The run of a test method with {@link FuzzDatabase}. The method calls one of the methods {@code on…} once, for the
 * database to run on. Each of them fails the test unless the expected level holds and the run could have noticed if it
 * did not, also if the method catches the error.
 *
 * <p>For one invocation of the test method, and its thread.
 */
public final class Fuzzing {

    private final Supplier<FuzzPlan> planned;
    private final RunStore store;
    private Optional<FuzzPlan> plan = Optional.empty();
    private Optional<FuzzedRun> run = Optional.empty();
    private boolean hasBegun;

    /** The first error of what the body has asked for. */
    private Optional<Throwable> failure = Optional.empty();

    Fuzzing(Supplier<FuzzPlan> planned, RunStore store) {
        this.planned = planned;
        this.store = store;
    }

    /**
     * Runs on the database of a data source: H2, HSQLDB or SQLite in this process, PostgreSQL or MariaDB. Each session
     * takes one connection for its whole life; afterwards all have the level and mode they had before. The tables,
     * {@code moirai_append0} and so on, are dropped at the end.
     *
     * <p>A database in memory, or in a file below the folder for temporary files, can be used at once. Any other has to
     * be marked by {@code moirai target mark}, as for {@code moirai run --url}.
     *
     * @return the run, at which the expected level held
     * @throws AssertionError if the level was broken, is not decided, or if the run showed too little
     * @throws moirai.runs.consent.RefusedException if the database must not be written to
     */
    public FuzzedRun on(DataSource dataSource) {
        return recorded(asked -> run(asked, LentDatabase.marked(dataSource, asked)));
    }

    /**
     * Runs on the database in a started {@code JdbcDatabaseContainer} of Testcontainers. The test has made it, so it
     * needs no mark.
     *
     * @return the run, at which the expected level held
     * @throws AssertionError if the level was broken, is not decided, or if the run showed too little
     * @throws IllegalArgumentException if the object is no such container
     */
    public FuzzedRun onContainer(Object container) {
        return recorded(asked -> run(asked, LentDatabase.own(Containers.dataSource(container), asked)));
    }

    /**
     * Runs on a new database that Moirai makes for the run, by its name as in {@code moirai run --db}: {@code
     * postgres}, {@code h2}, {@code memory:lost-update}. The test is aborted, and not failed, if this machine lacks
     * what the database needs.
     *
     * @return the run, at which the expected level held
     * @throws AssertionError if the level was broken, is not decided, or if the run showed too little
     */
    public FuzzedRun onProduct(String name) {
        return recorded(asked -> onProduct(asked, name));
    }

    /**
     * Returns the run that took place.
     *
     * @throws IllegalStateException if there was none yet
     */
    public FuzzedRun run() {
        return run.orElseThrow(() -> new IllegalStateException(noRun()));
    }

    /** Checks what was asked for, and runs on the product that the annotation names, if it does. */
    void begin() {
        FuzzPlan checked = planned.get();
        plan = Optional.of(checked);
        if (!checked.asked().product().isEmpty()) {
            onProduct(checked.asked().product());
        }
    }

    /**
     * Requires that the level held in a run that took place, whatever the body has made of an error.
     *
     * @throws Throwable that of the run that failed, or that there was none
     */
    void requireRun() throws Throwable {
        if (failure.isPresent()) {
            throw failure.orElseThrow();
        }
        run();
    }

    /** Removes the folder of a run whose test has passed. */
    void removeRun() {
        run.map(FuzzedRun::directory).ifPresent(RunFolder::remove);
    }

    private String noRun() {
        return plan().method()
                + " ran no transactions: expected one call of on(dataSource), onContainer(…) or onProduct(\"h2\") of"
                + " its parameter Fuzzing, or @FuzzDatabase(product = \"h2\")";
    }

    private FuzzPlan plan() {
        return plan.orElseThrow(() -> new IllegalStateException("the test method has not begun"));
    }

    /** Returns the plan to the first who asks for it: a seed and a folder are for one run. */
    private FuzzPlan claim() {
        if (hasBegun) {
            String reason = plan().asked().product().isEmpty()
                    ? " asked for a second run: expected one, so use a test for each, or @ParameterizedTest"
                    : " has run on '" + plan().asked().product() + "', as @FuzzDatabase(product) says; leave product"
                            + " out, or take the run from run()";
            throw new IllegalStateException(plan().method() + reason);
        }
        FuzzPlan checked = plan();
        hasBegun = true;
        return checked;
    }

    /** Runs, and remembers an error: a body that catches it must not make the test pass. */
    private FuzzedRun recorded(Function<FuzzPlan, FuzzedRun> asked) {
        try {
            FuzzedRun done = asked.apply(claim());
            run = Optional.of(done);
            return done;
        } catch (RuntimeException | Error failed) {
            failure = failure.or(() -> Optional.of(failed));
            throw failed;
        }
    }

    private FuzzedRun onProduct(FuzzPlan asked, String name) {
        FuzzPlan.Named named = asked.product(name);
        named.product().problem(named.argument()).ifPresent(problem -> {
            throw new TestAbortedException(name + " cannot be had on this machine: " + problem);
        });
        Wish wish = asked.wish(named);
        String isolation = FuzzPlan.accepted("isolation", () -> named.product().isolation(wish));
        Target target = FuzzPlan.accepted("product", () -> named.product().target(wish));
        List<String> argv = List.of(
                "run",
                "--db",
                name,
                "--isolation",
                isolation,
                "--expect",
                asked.asked().expect().label(),
                "--workload",
                asked.workload().toString(),
                "--concurrency",
                String.valueOf(asked.load().concurrency()),
                "--txn-count",
                String.valueOf(asked.load().txnCount()),
                "--seed",
                asked.seed().toString());
        return run(asked, new RunOfTest.Subject(target, isolation, argv, ""));
    }

    private FuzzedRun run(FuzzPlan asked, RunOfTest.Subject subject) {
        return new RunOfTest(asked, store).execute(subject);
    }
}
