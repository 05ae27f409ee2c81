package moirai.studies.repaired;

import com.zaxxer.hikari.util.DriverDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import javax.sql.DataSource;
import moirai.directed.levels.Promises;
import moirai.nemesis.postgres.PostgresCluster;
import moirai.nemesis.postgres.PostgresOptions;
import moirai.reenactment.DirectedCase;
import moirai.reenactment.ReplayOutcome;
import moirai.reenactment.ServerTarget;
import moirai.reenactment.code.CodeException;
import moirai.reenactment.code.CodeReplay;
import moirai.reenactment.code.LoadedCode;
import moirai.studies.patterns.QuickTarget;

/** A PostgreSQL of its own, on which the methods of sources run. */
final class LiveServer implements AutoCloseable {

    /** The number of sessions: two calls, one that sets up, and some to spare. */
    private static final int SESSIONS = 6;

    private final PostgresCluster cluster;
    private final DataSource source;

    private LiveServer(PostgresCluster cluster) {
        this.cluster = cluster;
        this.source = new DriverDataSource(cluster.url(), null, new Properties(), cluster.user(), cluster.password());
    }

    static LiveServer start() {
        var cluster =
                new PostgresCluster(new PostgresOptions(SESSIONS, Map.of("fsync", "off", "deadlock_timeout", "100ms")));
        try {
            cluster.start();
            return new LiveServer(cluster);
        } catch (RuntimeException failure) {
            cluster.close();
            throw failure;
        }
    }

    /**
     * The counts of the replays of some cases.
     *
     * @param anomalous those that no serial order of the calls explains
     * @param notRun those that could not be replayed
     */
    record Counts(int cases, int anomalous, int notRun) {

        static final Counts NONE = new Counts(0, 0, 0);

        Counts plus(Counts other) {
            return new Counts(cases + other.cases, anomalous + other.anomalous, notRun + other.notRun);
        }
    }

    /** Replays a case once by these methods, whose transactions run at the usual level unless they set another one. */
    Counts replay(LoadedCode code, Promises usual, DirectedCase wanted) throws SQLException, InterruptedException {
        var target = new QuickTarget(new ServerTarget("PostgreSQL", source, isolation(usual)));
        try {
            ReplayOutcome outcome = new CodeReplay(code, target).replay(wanted);
            return new Counts(1, outcome.isAnomalous() ? 1 : 0, 0);
        } catch (CodeException unusable) {
            return new Counts(1, 0, 1);
        }
    }

    /**
     * Returns the number that JDBC has for the weakest level of PostgreSQL that promises as much. Levels up to RC run
     * at read committed. PostgreSQL's is weaker in one point: one statement may see rows as of different times.
     */
    static int isolation(Promises level) {
        if (level.isAtMost(Promises.READ_COMMITTED)) {
            return Connection.TRANSACTION_READ_COMMITTED;
        }
        return switch (product(level)) {
            case "postgres-rc" -> Connection.TRANSACTION_READ_COMMITTED;
            case "postgres-rr" -> Connection.TRANSACTION_REPEATABLE_READ;
            default -> Connection.TRANSACTION_SERIALIZABLE;
        };
    }

    /** Returns the constant of {@code java.sql.Connection} for the same. */
    static String constant(Promises level) {
        return switch (isolation(level)) {
            case Connection.TRANSACTION_READ_COMMITTED -> "TRANSACTION_READ_COMMITTED";
            case Connection.TRANSACTION_REPEATABLE_READ -> "TRANSACTION_REPEATABLE_READ";
            default -> "TRANSACTION_SERIALIZABLE";
        };
    }

    private static String product(Promises level) {
        List<Promises> products = Promises.NAMES.parse("postgres-ser").family();
        return products.stream()
                .filter(level::isAtMost)
                .findFirst()
                .orElse(products.getLast())
                .name();
    }

    @Override
    public void close() {
        cluster.close();
    }
}
