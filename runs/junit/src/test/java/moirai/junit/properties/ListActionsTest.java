package moirai.junit.properties;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import moirai.analysis.Findings;
import moirai.analysis.validation.LevelChecker;
import moirai.history.History;
import moirai.history.HistoryNotation;
import moirai.history.level.IsolationLevel;
import org.h2.jdbcx.JdbcDataSource;
import org.hsqldb.jdbc.JDBCDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ListActionsTest {

    private static DataSource h2(String name) {
        var source = new JdbcDataSource();
        source.setURL("jdbc:h2:mem:" + name + ";DB_CLOSE_DELAY=-1");
        return source;
    }

    private static DataSource hsqldb(String name, String concurrency) {
        var source = new JDBCDataSource();
        source.setURL("jdbc:hsqldb:mem:" + name + ";hsqldb.tx=" + concurrency);
        source.setUser("sa");
        return source;
    }

    private static Findings findings(History history) {
        return new LevelChecker().analyze(history);
    }

    /** T0 reads list 0 before T1 appends to both lists, and list 1 afterwards. */
    @Test
    void transactionsOfOneThreadOverlap() {
        var sessions =
                ListSessions.open(ListActions.on(h2("overlap")).isolation(Connection.TRANSACTION_READ_COMMITTED));
        sessions.read(0, 0);
        sessions.append(1, 0);
        sessions.append(1, 1);
        sessions.commit(1);
        sessions.read(0, 1);
        sessions.commit(0);
        History history = sessions.history();

        assertThat(HistoryNotation.format(history)).isEqualTo("""
                T0 s1 ok @2..4 a0=1 a1=1
                T1 s0 ok @1..6 r0=[] r1=[1]
                T2 s3 ok @10..12 r0=[1] r1=[1]
                """);
        assertThat(findings(history).holds(IsolationLevel.READ_COMMITTED)).isTrue();
        assertThat(findings(history).holds(IsolationLevel.SERIALIZABLE)).isFalse();
    }

    @Test
    void aStepThatWaitsForALockAbortsItsTransaction() {
        for (DataSource source : List.of(h2("lock"), hsqldb("lock", "mvcc"))) {
            var sessions = ListSessions.open(ListActions.on(source).blockedMillis(200));
            sessions.append(0, 0);
            sessions.append(1, 0);
            sessions.commit(0);
            History history = sessions.history();

            assertThat(history.txn(0).outcome().mayHaveTakenEffect()).isFalse();
            assertThat(HistoryNotation.format(history)).contains("s0 ok", "r0=[1]");
        }
    }

    @Test
    void nothingIsLeftBehind() throws SQLException {
        DataSource source = h2("clean");
        ListSessions.open(ListActions.on(source)).history();

        try (var connection = source.getConnection();
                var tables = connection.getMetaData().getTables(null, null, "%LISTS%", null)) {
            assertThat(tables.next()).isFalse();
        }
    }

    @Test
    void aDatabaseOutsideOfThisProcessNeedsPermission() {
        var source = new JdbcDataSource();
        source.setURL("jdbc:h2:./target/outside;IFEXISTS=FALSE");

        assertThatThrownBy(() -> ListSessions.open(ListActions.on(source)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll("jdbc:h2:./target/outside", "mayWriteTo");
        assertThat(ListSessions.open(ListActions.on(source).mayWriteTo("jdbc:h2:./target/"))
                        .history())
                .isNotNull();
    }

    @Test
    void sessionsThatDoNotShareADatabaseAreRefused() {
        var source = new JdbcDataSource();
        source.setURL("jdbc:h2:mem:");

        assertThatThrownBy(() -> ListSessions.open(ListActions.on(source)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("connection of its own to one database");
    }
}
