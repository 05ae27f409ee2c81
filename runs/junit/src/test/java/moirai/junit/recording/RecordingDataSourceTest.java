package moirai.junit.recording;

import static moirai.junit.assertions.MoiraiAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import moirai.history.Elements;
import moirai.history.History;
import moirai.history.Op;
import moirai.history.Outcome;
import moirai.history.level.IsolationLevel;
import moirai.interception.ConnectionSource;
import moirai.interception.Interception;
import moirai.interception.Interceptor;
import moirai.interception.JdbcCall;
import org.h2.jdbcx.JdbcDataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RecordingDataSourceTest {

    private final JdbcDataSource h2 = new JdbcDataSource();

    @BeforeEach
    void createTable() throws SQLException {
        h2.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
        try (Connection connection = h2.getConnection();
                var statement = connection.createStatement()) {
            statement.execute("CREATE TABLE account (id INT PRIMARY KEY, balance INT NOT NULL)");
            statement.execute("INSERT INTO account VALUES (1, 0)");
        }
    }

    private static Connection begin(DataSource source) throws SQLException {
        Connection connection = source.getConnection();
        connection.setAutoCommit(false);
        return connection;
    }

    private static int read(Connection connection) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery("SELECT balance FROM account WHERE id = 1")) {
            assertThat(rows.next()).isTrue();
            return rows.getInt(1);
        }
    }

    private static void write(Connection connection, int balance) throws SQLException {
        try (var update = connection.prepareStatement("UPDATE account SET balance = ? WHERE id = 1")) {
            update.setInt(1, balance);
            update.executeUpdate();
        }
    }

    /** Two deposits that both read 0: H2's default level, read committed, loses one of them. */
    @Test
    void lostUpdateOfAServiceIsFoundInItsHistory() throws SQLException {
        RecordingDataSource recording = RecordingDataSource.registers(h2);
        try (Connection first = begin(recording);
                Connection second = begin(recording)) {
            assertThat(read(first)).isEqualTo(read(second)).isZero();
            recording.on(first).readInitial(1);
            recording.on(second).readInitial(1);
            recording.on(first).write(1, 10);
            write(first, 10);
            first.commit();
            recording.on(second).write(1, 20);
            write(second, 20);
            second.commit();
        }

        assertThat(recording.history()).satisfies(IsolationLevel.READ_COMMITTED);
        assertThatThrownBy(() -> assertThat(recording.history()).satisfies(IsolationLevel.SNAPSHOT_ISOLATION))
                .hasMessageStartingWith("verdict: INVALID · expected snapshot-isolation")
                .hasMessageContaining("commit");
    }

    /** A pool's connections are wrapped in turn, and the recording is found behind them. */
    @Test
    void connectionOfAPoolIsKnown() throws SQLException {
        RecordingDataSource recording = RecordingDataSource.registers(h2);
        try (var pool = new HikariDataSource()) {
            pool.setDataSource(recording);
            pool.setAutoCommit(false);
            try (Connection connection = pool.getConnection()) {
                recording.on(connection).write(1, 10);
                connection.commit();
            }
        }

        assertThat(recording.history().outcome(0)).isEqualTo(new Outcome.Committed());
    }

    @Test
    void endsOfTransactionsAreThoseOfTheConnection() throws SQLException {
        RecordingDataSource recording = RecordingDataSource.lists(h2);
        try (Connection connection = begin(recording)) {
            recording.append("x", 1);
            connection.commit();
            recording.append("x", 2);
            connection.rollback();
            recording.append("x", 3);
            connection.setAutoCommit(true);
            connection.setAutoCommit(false);
            var savepoint = connection.setSavepoint();
            recording.append("x", 4);
            connection.rollback(savepoint);
            recording.append("x", 5);
            connection.commit();
            recording.append("x", 6);
        }

        History history = recording.history();
        assertThat(IntStream.range(0, history.txnCount()).mapToObj(history::outcome))
                .containsExactly(
                        new Outcome.Committed(),
                        new Outcome.Aborted("rollback"),
                        new Outcome.Committed(),
                        new Outcome.Committed(),
                        new Outcome.Indeterminate("closed"));
        assertThat(history.txn(3).ops()).containsExactly(new Op.Append(history.keyName(0), 5));
    }

    /** What was undone is known, so it leaves no doubt about the rest. */
    @Test
    void lostUpdateIsFoundBesideARollbackToASavepoint() throws SQLException {
        RecordingDataSource recording = RecordingDataSource.registers(h2);
        try (Connection one = begin(recording);
                Connection other = begin(recording)) {
            recording.on(one).write("x", 1);
            one.commit();
            recording.on(one).read("x", 1);
            recording.on(other).read("x", 1);
            var savepoint = one.setSavepoint();
            recording.on(one).write("y", 7);
            recording.on(one).read("y", 7);
            recording.on(one).readInitial("z");
            one.rollback(savepoint);
            recording.on(one).write("x", 2);
            one.commit();
            recording.on(other).write("x", 3);
            other.commit();
        }

        History history = recording.history();
        assertThat(IntStream.range(0, history.txnCount()).mapToObj(history::outcome))
                .allMatch(Outcome.Committed.class::isInstance);
        assertThat(IntStream.range(0, history.txnCount())
                        .mapToObj(txn -> history.txn(txn).ops().size()))
                .containsExactlyInAnyOrder(1, 3, 2);
        assertThatThrownBy(() -> assertThat(history).satisfies(IsolationLevel.SERIALIZABLE))
                .hasMessageContaining("lost-update");
    }

    @Test
    void whatWasSeenOfOthersSinceASavepointStaysSeen() throws SQLException {
        RecordingDataSource recording = RecordingDataSource.lists(h2);
        try (Connection connection = begin(recording)) {
            var savepoint = connection.setSavepoint();
            recording.append("x", 9);
            recording.read("x", List.of(1, 2, 9));
            connection.rollback(savepoint);
            connection.commit();
        }

        History history = recording.history();
        assertThat(history.txn(0).ops()).containsExactly(new Op.Read(history.keyName(0), Elements.of(1, 2)));
    }

    @Test
    void valueThatWasUndoneIsGarbageToOthers() throws SQLException {
        RecordingDataSource recording = RecordingDataSource.registers(h2);
        try (Connection one = begin(recording);
                Connection other = begin(recording)) {
            var savepoint = one.setSavepoint();
            recording.on(one).write("x", 55);
            one.rollback(savepoint);
            recording.on(one).write("y", 1);
            one.commit();
            recording.on(other).read("x", 55);
            other.commit();
        }

        assertThatThrownBy(() -> assertThat(recording.history()).satisfies(IsolationLevel.READ_COMMITTED))
                .hasMessageContaining("garbage")
                .hasMessageContaining("RecordingDataSource.initially(key, value)");
    }

    @Test
    void rollbackToASavepointThatFailsLeavesTheOutcomeOpen() throws SQLException {
        RecordingDataSource recording = RecordingDataSource.lists(h2);
        try (Connection connection = begin(recording)) {
            recording.append("x", 1);
            var savepoint = connection.setSavepoint();
            recording.append("x", 2);
            connection.releaseSavepoint(savepoint);
            assertThatThrownBy(() -> connection.rollback(savepoint)).isInstanceOf(SQLException.class);
            connection.commit();
        }

        assertThat(recording.history().outcome(0)).isInstanceOf(Outcome.Indeterminate.class);
    }

    /** A data source whose commits fail with an SQL state. */
    private ConnectionSource failing(String sqlState) {
        return () -> Interception.of(h2.getConnection(), new Interceptor() {
            @Override
            public @Nullable Object onConnection(JdbcCall call) throws SQLException {
                if (call.name().equals("commit")) {
                    throw new SQLException("as the test wants it", sqlState);
                }
                return call.proceed();
            }
        });
    }

    @Test
    void failedCommitIsAbortedOnlyIfItsErrorProvesThat() throws SQLException {
        assertThat(outcomeOfCommitThatFailsWith("40001")).isEqualTo(new Outcome.Aborted("40001"));
        assertThat(outcomeOfCommitThatFailsWith("90131")).isEqualTo(new Outcome.Aborted("90131"));
        assertThat(outcomeOfCommitThatFailsWith("08006")).isEqualTo(new Outcome.Indeterminate("08006"));
    }

    private Outcome outcomeOfCommitThatFailsWith(String sqlState) throws SQLException {
        RecordingDataSource recording = RecordingDataSource.lists(failing(sqlState));
        try (Connection connection = begin(recording)) {
            recording.append("x", 1);
            assertThatThrownBy(connection::commit).hasMessage("as the test wants it");
        }
        return recording.history().outcome(0);
    }

    @Test
    void wrongUseIsAnErrorThatSaysWhatToDo() throws SQLException {
        RecordingDataSource recording = RecordingDataSource.registers(h2);

        assertThatThrownBy(() -> recording.write("x", 1))
                .hasMessage("write was called by a thread without a connection of the RecordingDataSource: expected it"
                        + " between getConnection and commit");
        try (Connection connection = recording.getConnection()) {
            assertThat(read(connection)).isZero();
            assertThatThrownBy(() -> recording.read("x", 0))
                    .hasMessage("read was called on a connection with autocommit, where each statement is a"
                            + " transaction: expected setAutoCommit(false) first");
        }
        try (Connection first = begin(recording);
                Connection second = begin(recording)) {
            assertThatThrownBy(() -> recording.write("x", 1))
                    .hasMessage("write was called by a thread with 2 open connections of the RecordingDataSource:"
                            + " expected on(connection).write(…), which says whose transaction it is");
            assertThat(first).isNotEqualTo(second);
        }
        try (Connection other = h2.getConnection()) {
            assertThatThrownBy(() -> recording.on(other))
                    .hasMessageEndingWith("is closed, or of another data source: expected one of getConnection");
        }
        assertThat(recording.history().txnCount()).isZero();
    }

    @Test
    void intervalHoldsTheStatementsAndTheCommit() throws SQLException {
        RecordingDataSource recording = RecordingDataSource.registers(h2);
        for (int i = 1; i <= 2; i++) {
            try (Connection connection = begin(recording)) {
                recording.write("x", i);
                write(connection, i);
                connection.commit();
            }
        }

        History history = recording.history();
        assertThat(history.session(1)).isEqualTo(history.session(0));
        assertThat(history.startNanos(0)).isLessThan(history.endNanos(0));
        assertThat(history.endNanos(0)).isLessThanOrEqualTo(history.startNanos(1));
    }

    @Test
    void callThatIsAbortedGoesOnAndOneThatFailsEndsTheTest() throws Exception {
        var recording = RecordingDataSource.registers(new JdbcDataSource());
        var runs = new AtomicInteger();
        recording.inParallel(
                3,
                () -> {
                    runs.incrementAndGet();
                    throw new IllegalStateException(new SQLException("deadlock", "40P01"));
                },
                runs::incrementAndGet);
        assertThat(runs).hasValue(6);

        assertThatThrownBy(() -> recording.inParallel(3, () -> {
                    throw new SQLException("no such table", "42P01");
                }))
                .isInstanceOf(ExecutionException.class)
                .hasRootCauseMessage("no such table");
        assertThatThrownBy(() -> recording.inParallel(0, runs::incrementAndGet))
                .hasMessage("calls are to run 0 times; expected 1 or more");
    }
}
