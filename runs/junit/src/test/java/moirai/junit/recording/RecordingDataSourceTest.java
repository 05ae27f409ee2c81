package moirai.junit.recording;

import static moirai.junit.assertions.MoiraiAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.UUID;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import moirai.history.History;
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
            recordRead(recording, read(first));
            recordRead(recording, read(second));
            write(first, 10);
            recording.wrote(1, 10);
            first.commit();
            write(second, 20);
            recording.wrote(1, 20);
            second.commit();
        }

        assertThat(recording.history()).satisfies(IsolationLevel.READ_COMMITTED);
        assertThatThrownBy(() -> assertThat(recording.history()).satisfies(IsolationLevel.SNAPSHOT_ISOLATION))
                .hasMessageStartingWith("verdict: INVALID · expected snapshot-isolation")
                .hasMessageContaining("commit");
    }

    private static void recordRead(RecordingDataSource recording, int balance) {
        if (balance == 0) {
            recording.readInitial(1);
        } else {
            recording.read(1, balance);
        }
    }

    @Test
    void endsOfTransactionsAreThoseOfTheConnection() throws SQLException {
        RecordingDataSource recording = RecordingDataSource.lists(h2);
        try (Connection connection = begin(recording)) {
            recording.appended("x", 1);
            connection.commit();
            recording.appended("x", 2);
            connection.rollback();
            recording.appended("x", 3);
            connection.setAutoCommit(true);
            connection.setAutoCommit(false);
            var savepoint = connection.setSavepoint();
            recording.appended("x", 4);
            connection.rollback(savepoint);
            connection.commit();
            recording.appended("x", 5);
        }

        History history = recording.history();
        assertThat(IntStream.range(0, history.txnCount()).mapToObj(history::outcome))
                .containsExactly(
                        new Outcome.Committed(),
                        new Outcome.Aborted("rollback"),
                        new Outcome.Committed(),
                        new Outcome.Indeterminate("savepoint"),
                        new Outcome.Indeterminate("closed"));
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
            recording.appended("x", 1);
            assertThatThrownBy(connection::commit).hasMessage("as the test wants it");
        }
        return recording.history().outcome(0);
    }

    @Test
    void wrongUseIsAnErrorThatSaysWhatToDo() throws SQLException {
        RecordingDataSource recording = RecordingDataSource.registers(h2);

        assertThatThrownBy(() -> recording.wrote("x", 1))
                .hasMessage("wrote was called by a thread without a connection of the RecordingDataSource: expected it"
                        + " between getConnection and commit");
        try (Connection connection = recording.getConnection()) {
            assertThat(read(connection)).isZero();
            assertThatThrownBy(() -> recording.read("x", 0))
                    .hasMessage("read was called on a connection with autocommit, where each statement is a"
                            + " transaction: expected setAutoCommit(false) first");
        }
        assertThat(recording.history().txnCount()).isZero();
    }

    @Test
    void intervalHoldsTheStatementsAndTheCommit() throws SQLException {
        RecordingDataSource recording = RecordingDataSource.registers(h2);
        for (int i = 1; i <= 2; i++) {
            try (Connection connection = begin(recording)) {
                write(connection, i);
                recording.wrote("x", i);
                connection.commit();
            }
        }

        History history = recording.history();
        assertThat(history.session(1)).isEqualTo(history.session(0));
        assertThat(history.startNanos(0)).isLessThan(history.endNanos(0));
        assertThat(history.endNanos(0)).isLessThanOrEqualTo(history.startNanos(1));
    }
}
