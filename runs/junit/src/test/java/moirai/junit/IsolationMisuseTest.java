package moirai.junit;

import static moirai.history.level.IsolationLevel.CAUSAL;
import static moirai.history.level.IsolationLevel.READ_COMMITTED;
import static moirai.history.level.IsolationLevel.REPEATABLE_READ;
import static moirai.history.level.IsolationLevel.SERIALIZABLE;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import moirai.mockstore.jdbc.MockDatabases;
import moirai.mockstore.levels.ProductLevel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IsolationMisuseTest {

    private static final String ACCOUNTS = "CREATE TABLE account (id INT PRIMARY KEY, balance INT NOT NULL);"
            + "INSERT INTO account VALUES (1, 100), (2, 0), (3, 0)";

    @TempDir
    private Path directory;

    /** A framework may begin a transaction around each test. */
    static class InTransaction {

        private static final String URL = "jdbc:moirai:mem:in-transaction?isolation=strict-serializable";

        private Connection around;

        @BeforeEach
        void begin() throws SQLException {
            around = DriverManager.getConnection(URL);
            around.setAutoCommit(false);
            around.createStatement().executeUpdate("UPDATE account SET balance = 0");
        }

        @AfterEach
        void rollback() throws SQLException {
            around.rollback();
            around.close();
        }

        @IsolationTest(levels = CAUSAL, holdsFrom = SERIALIZABLE, database = "in-transaction")
        void calls(WeakStore store) throws Exception {
            store.inParallel(() -> store.execute("DELETE FROM account"));
        }
    }

    @Test
    void aTransactionAroundTheTestIsRefusedAndTheTablesStay() throws SQLException {
        try (Connection connection = DriverManager.getConnection(InTransaction.URL);
                Statement statement = connection.createStatement()) {
            for (String definition : ACCOUNTS.split(";", -1)) {
                statement.executeUpdate(definition);
            }

            assertThat(JupiterRun.of(InTransaction.class, directory).failure())
                    .contains("a transaction is open after the set-up", "NOT_SUPPORTED");

            try (ResultSet rows = statement.executeQuery("SELECT count(*) FROM account WHERE balance = 100")) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getInt(1)).isEqualTo(1);
            }
        } finally {
            MockDatabases.drop("in-transaction");
        }
    }

    static class Elsewhere {

        @IsolationTest(levels = CAUSAL, holdsFrom = SERIALIZABLE)
        void isData(WeakStore store) throws Exception {
            var data = new AtomicInteger();
            store.inParallel(data::incrementAndGet, data::incrementAndGet);
            assertThat(data).hasValue(0);
        }
    }

    @Test
    void callsThatDoNotUseTheStoreAreNoExpectedFailure() {
        assertThat(JupiterRun.of(Elsewhere.class, directory).failure())
                .contains("the calls use no transaction of the store", "store.dataSource()");
    }

    static class Nothing {

        @IsolationTest(levels = READ_COMMITTED)
        void inParallel(WeakStore store) {
            store.execute(ACCOUNTS);
        }
    }

    @Test
    void aTestWithoutCallsIsRefused() {
        assertThat(JupiterRun.of(Nothing.class, directory).failure()).contains("store.inParallel(() -> …, () -> …)");
    }

    static class Unknown {

        @IsolationTest(levels = REPEATABLE_READ)
        void level(WeakStore store) {}
    }

    @Test
    void aLevelThatTheStoreDoesNotHaveIsRefusedByName() {
        assertThat(JupiterRun.of(Unknown.class, directory).failure())
                .contains("level has the level REPEATABLE_READ; expected one of ", "CAUSAL", "SNAPSHOT_ISOLATION")
                .contains("products, of POSTGRES_READ_COMMITTED, POSTGRES_REPEATABLE_READ");
    }

    static class Without {

        @EveryBehaviour
        void level(WeakStore store) {}
    }

    @Test
    void aTestOfEveryBehaviourNamesALevelOrAProduct() {
        assertThat(JupiterRun.of(Without.class, directory).failure())
                .contains("level has no levels; expected one or more of ", "products, of POSTGRES_READ_COMMITTED");
    }

    static class Unsupported {

        @IsolationTest(levels = READ_COMMITTED, holdsFrom = SERIALIZABLE)
        void statement(WeakStore store) throws Exception {
            store.execute(ACCOUNTS);
            store.inParallel(() -> {
                try (Connection connection = store.dataSource().getConnection()) {
                    connection.createStatement().execute("LISTEN account");
                }
            });
        }
    }

    @Test
    void whatTheStoreDoesNotSupportIsNoExpectedFailure() {
        assertThat(JupiterRun.of(Unsupported.class, directory).failure())
                .contains("the weak store refuses a statement: LISTEN");
    }

    static class UnsupportedCall {

        @IsolationTest(levels = READ_COMMITTED)
        void clob(WeakStore store) throws Exception {
            store.execute(ACCOUNTS);
            store.inParallel(() -> {
                try (Connection connection = store.dataSource().getConnection()) {
                    connection.createClob();
                } catch (SQLFeatureNotSupportedException caught) {
                    // As a framework does, which then reads something else.
                }
            });
        }
    }

    @Test
    void aCallOfJdbcThatIsNotSupportedIsToldAlsoIfTheApplicationCatchesTheException() {
        assertThat(JupiterRun.of(UnsupportedCall.class, directory).failure())
                .contains("the weak store refuses a call of JDBC: Connection.createClob() is not supported by the"
                        + " mock store's driver");
    }

    static class TooMuch {

        @IsolationTest(levels = CAUSAL)
        void level(WeakStore store) throws Exception {
            store.execute(ACCOUNTS);
            store.inParallel(() -> {
                try (Connection connection = store.dataSource().getConnection()) {
                    connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
                }
            });
        }
    }

    @Test
    void aLevelThatIsMoreThanTheStoresIsToldWithTheCallThatAsksForIt() {
        assertThat(JupiterRun.of(TooMuch.class, directory).failure())
                .contains(
                        "the weak store refuses a call of JDBC: transactions of this store are causal, which is less"
                                + " than serializable; ask for less",
                        "in: Connection.setTransactionIsolation(int)");
    }

    static class Open {

        @IsolationTest(levels = READ_COMMITTED)
        void transaction(WeakStore store) throws Exception {
            store.execute(ACCOUNTS);
            store.inParallel(() -> {
                Connection connection = store.dataSource().getConnection();
                connection.setAutoCommit(false);
                connection.createStatement().executeUpdate("DELETE FROM account");
            });
        }
    }

    @Test
    void aTransactionThatStaysOpenIsNamed() {
        assertThat(JupiterRun.of(Open.class, directory).failure()).contains("a transaction is open");
    }

    static class Stranger {

        @IsolationTest(levels = READ_COMMITTED)
        void thread(WeakStore store) throws Exception {
            store.execute(ACCOUNTS);
            store.inParallel(() -> CompletableFuture.runAsync(() -> store.execute("DELETE FROM account"))
                    .get(10, TimeUnit.SECONDS));
        }
    }

    @Test
    void aThreadThatIsNoCallIsRefused() {
        assertThat(JupiterRun.of(Stranger.class, directory).failure())
                .contains("uses the store while calls run in parallel", "as a call of its own");
    }

    static class WaitsForItself {

        @IsolationTest(products = ProductLevel.POSTGRES_READ_COMMITTED)
        void row(WeakStore store) throws Exception {
            store.execute(ACCOUNTS);
            store.inParallel(
                    () -> {
                        try (Connection outer = store.dataSource().getConnection();
                                Connection inner = store.dataSource().getConnection()) {
                            outer.setAutoCommit(false);
                            outer.createStatement().executeUpdate("UPDATE account SET balance = 1 WHERE id = 1");
                            inner.createStatement().executeUpdate("UPDATE account SET balance = 2 WHERE id = 1");
                        }
                    },
                    () -> store.number("SELECT balance FROM account WHERE id = 1"));
        }
    }

    @Test
    void aCallThatWaitsForItsOwnLockIsToldSo() {
        assertThat(JupiterRun.of(WaitsForItself.class, directory).failure())
                .contains("call 1 waits for ever: what it waits for is locked by a connection of its own")
                .contains("IsolationMisuseTest$WaitsForItself.")
                .doesNotContain("30 s", "before anything runs in parallel", "java.base");
    }

    static class RowAndLock {

        private final ReentrantLock own = new ReentrantLock();

        @IsolationTest(products = ProductLevel.POSTGRES_READ_COMMITTED, tries = 20)
        void inOppositeOrders(WeakStore store) throws Exception {
            store.execute(ACCOUNTS);
            store.inParallel(
                    () -> {
                        try (Connection connection = store.dataSource().getConnection()) {
                            connection.setAutoCommit(false);
                            connection.createStatement().executeUpdate("UPDATE account SET balance = 1 WHERE id = 1");
                            own.lockInterruptibly();
                            own.unlock();
                            connection.commit();
                        }
                    },
                    () -> {
                        own.lockInterruptibly();
                        try {
                            store.execute("UPDATE account SET balance = 2 WHERE id = 1");
                        } finally {
                            own.unlock();
                        }
                    });
        }
    }

    /** Takes the 30 s after which a call passes for stuck. */
    @Test
    void aRowAndALockInOppositeOrdersAreADeadlock() {
        assertThat(JupiterRun.of(RowAndLock.class, directory).failure())
                .contains("neither ends nor comes to the store for 30 s", "RowAndLock.");
    }

    static class HoldsFromOfProducts {

        @IsolationTest(products = ProductLevel.POSTGRES_READ_COMMITTED, holdsFrom = SERIALIZABLE)
        void nothing(WeakStore store) {}
    }

    @Test
    void holdsFromWithoutLevelsIsRefused() {
        assertThat(JupiterRun.of(HoldsFromOfProducts.class, directory).failure())
                .contains("nothing has holdsFrom = SERIALIZABLE, which says nothing of products");
    }

    static class AuditThatThrows {

        @IsolationTest(levels = READ_COMMITTED, seed = "5eed")
        void sees(WeakStore store) throws Exception {
            store.execute(ACCOUNTS);
            var bank = new Bank(store.dataSource());
            store.inParallel(() -> bank.transfer(1, 2, 30), () -> audit(store));
        }

        private static void audit(WeakStore store) throws Exception {
            try (Connection connection = store.dataSource().getConnection()) {
                connection.setAutoCommit(false);
                long total = 0;
                for (int id = 1; id <= 3; id++) {
                    var row = connection.createStatement().executeQuery("SELECT balance FROM account WHERE id = " + id);
                    row.next();
                    total += row.getLong(1);
                }
                if (total != 100) {
                    throw new IllegalStateException();
                }
                connection.commit();
            }
        }
    }

    @Test
    void whatAnAbortedCallHasSeenIsNotCalledAllowed() {
        assertThat(JupiterRun.of(AuditThatThrows.class, directory).failure().replaceAll("\\s+", " "))
                .contains("java.lang.IllegalStateException")
                .contains("allows what was committed: a transaction of call 2 was aborted, and not all that it has seen"
                        + " is judged.")
                .doesNotContain(": null");
    }
}
