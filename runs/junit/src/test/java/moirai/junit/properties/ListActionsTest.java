package moirai.junit.properties;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import moirai.analysis.Findings;
import moirai.analysis.validation.LevelChecker;
import moirai.history.History;
import moirai.history.HistoryNotation;
import moirai.history.level.IsolationLevel;
import moirai.interception.ConnectionSource;
import moirai.interception.Interception;
import moirai.interception.Interceptor;
import moirai.interception.JdbcCall;
import org.h2.jdbcx.JdbcDataSource;
import org.hsqldb.jdbc.JDBCDataSource;
import org.jspecify.annotations.Nullable;
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

    private static DataSource file(String name) {
        var source = new JdbcDataSource();
        source.setURL("jdbc:h2:./target/" + name + ";IFEXISTS=FALSE");
        return source;
    }

    @Test
    void aDatabaseOutsideOfThisProcessNeedsPermission() {
        DataSource source = file("outside");

        assertThatThrownBy(() -> ListSessions.open(ListActions.on(source)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageEndingWith("mayWriteTo(\"jdbc:h2:./target/outside\")");
        assertThat(ListSessions.open(ListActions.on(source).mayWriteTo("jdbc:h2:./target/outside"))
                        .history())
                .isNotNull();
        assertThat(ListSessions.open(ListActions.on(source).mayWriteTo("jdbc:h2:./target/outside;IFEXISTS=TRUE"))
                        .history())
                .isNotNull();
    }

    /** The beginning of a URL is also that of others. */
    @Test
    void onlyTheWholeUrlIsPermission() {
        assertThatThrownBy(() ->
                        ListSessions.open(ListActions.on(file("outside_2")).mayWriteTo("jdbc:h2:./target/outside")))
                .hasMessageContainingAll("jdbc:h2:./target/outside_2", "permitted is jdbc:h2:./target/outside");
    }

    @Test
    void namesThatLookLikeProductionAreRefused() {
        assertThatThrownBy(() -> ListSessions.open(
                        ListActions.on(file("app_production")).mayWriteTo("jdbc:h2:./target/app_production")))
                .hasMessageContainingAll("app_production' looks like production");
    }

    @Test
    void aDriverThatTellsNoUrlIsRefusedInWords() throws SQLException {
        DataSource known = h2("untold");
        ConnectionSource silent = () -> Interception.of(known.getConnection(), new Interceptor() {
            @Override
            public @Nullable Object onConnection(JdbcCall call) throws SQLException {
                return call.name().equals("getMetaData") ? withoutUrl(call) : call.proceed();
            }
        });

        assertThatThrownBy(() -> ListSessions.open(ListActions.on(silent)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("the driver H2 JDBC Driver does not tell the URL of its database");
    }

    private static DatabaseMetaData withoutUrl(JdbcCall asked) throws SQLException {
        Object known = asked.proceed();
        return (DatabaseMetaData) Proxy.newProxyInstance(
                ListActionsTest.class.getClassLoader(),
                new Class<?>[] {DatabaseMetaData.class},
                (self, method, arguments) ->
                        method.getName().equals("getURL") ? null : method.invoke(known, arguments));
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
