package moirai.junit;

import static moirai.history.level.IsolationLevel.CAUSAL;
import static moirai.history.level.IsolationLevel.PARALLEL_SNAPSHOT_ISOLATION;
import static moirai.history.level.IsolationLevel.PREFIX;
import static moirai.history.level.IsolationLevel.READ_ATOMIC;
import static moirai.history.level.IsolationLevel.READ_COMMITTED;
import static moirai.history.level.IsolationLevel.SERIALIZABLE;
import static moirai.history.level.IsolationLevel.SNAPSHOT_ISOLATION;
import static moirai.history.level.IsolationLevel.STRICT_SERIALIZABLE;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import moirai.mockstore.levels.ProductLevel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two transactions of one call at a time, as REQUIRES_NEW makes them. */
class OverlappingTransactionsTest {

    private static final String TABLES = "CREATE TABLE account (id INT PRIMARY KEY, n INT);"
            + " INSERT INTO account VALUES (1, 0); CREATE TABLE audit (id SERIAL PRIMARY KEY, note TEXT)";

    @TempDir
    private Path directory;

    private static void audited(WeakStore store) throws SQLException {
        try (Connection outer = store.dataSource().getConnection();
                Connection inner = store.dataSource().getConnection()) {
            outer.setAutoCommit(false);
            inner.setAutoCommit(false);
            outer.createStatement().executeQuery("SELECT n FROM account WHERE id = 1");
            inner.createStatement().executeUpdate("INSERT INTO audit (note) VALUES ('begun')");
            inner.commit();
            inner.createStatement().executeUpdate("INSERT INTO audit (note) VALUES ('goes on')");
            inner.commit();
            outer.createStatement().executeUpdate("UPDATE account SET n = n + 1 WHERE id = 1");
            outer.rollback();
        }
    }

    static class Audited {

        @IsolationTest(
                levels = {
                    READ_COMMITTED,
                    READ_ATOMIC,
                    CAUSAL,
                    PREFIX,
                    PARALLEL_SNAPSHOT_ISOLATION,
                    SNAPSHOT_ISOLATION,
                    SERIALIZABLE,
                    STRICT_SERIALIZABLE
                },
                products = {ProductLevel.POSTGRES_READ_COMMITTED, ProductLevel.POSTGRES_REPEATABLE_READ},
                tries = 50)
        void notesStayWhereTheUpdateIsTakenBack(WeakStore store) throws Exception {
            store.execute(TABLES);
            var ends = store.inParallel(() -> audited(store), () -> audited(store));
            assertThat(store.number("SELECT n FROM account")).isZero();
            if (ends.stream().allMatch(end -> end.thrown().isEmpty())) {
                assertThat(store.number("SELECT COUNT(*) FROM audit")).isEqualTo(4);
            }
        }
    }

    @Test
    void theyOverlapAtEveryLevel() {
        JupiterRun run = JupiterRun.of(Audited.class, directory);

        assertThat(run.failed()).isEmpty();
        assertThat(run.passed()).hasSize(10);
    }

    static class InnerThatMissesTheOuter {

        @IsolationTest(levels = CAUSAL, seed = "5eed")
        void reads(WeakStore store) throws Exception {
            store.execute(TABLES);
            store.inParallel(
                    () -> {
                        try (Connection outer = store.dataSource().getConnection();
                                Connection inner = store.dataSource().getConnection()) {
                            outer.setAutoCommit(false);
                            outer.createStatement().executeUpdate("UPDATE account SET n = 7 WHERE id = 1");
                            var row = inner.createStatement().executeQuery("SELECT n FROM account WHERE id = 1");
                            row.next();
                            assertThat(row.getInt(1)).isEqualTo(7);
                            outer.commit();
                        }
                    },
                    () -> store.number("SELECT n FROM account"));
        }
    }

    /** The history that is judged has the same sessions as the rules that allowed it. */
    @Test
    void whatTheStoreAllowedIsNotCalledImpossible() {
        assertThat(JupiterRun.of(InnerThatMissesTheOuter.class, directory).failure())
                .doesNotContain("impossible at causal", "impossible at read-atomic");
    }
}
