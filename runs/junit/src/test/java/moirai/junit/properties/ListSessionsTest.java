package moirai.junit.properties;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import moirai.interception.ConnectionSource;
import moirai.interception.Execution;
import moirai.interception.Interception;
import moirai.interception.Interceptor;
import moirai.interception.JdbcCall;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.state.ActionChain;
import org.h2.jdbcx.JdbcDataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Events;

/** What chains leave behind in a database and in its pool, however they end. */
@Timeout(60)
class ListSessionsTest {

    private static final HikariDataSource POOL = pool();

    private static HikariDataSource pool() {
        var configuration = new HikariConfig();
        configuration.setJdbcUrl("jdbc:h2:mem:list-sessions;DB_CLOSE_DELAY=-1");
        configuration.setMaximumPoolSize(5);
        configuration.setConnectionTimeout(1_000);
        return new HikariDataSource(configuration);
    }

    @AfterAll
    static void close() {
        POOL.close();
    }

    @AfterEach
    void nothingIsLeft() throws SQLException {
        assertThat(POOL.getHikariPoolMXBean().getActiveConnections()).isZero();
        assertThat(tables(POOL)).isEmpty();
        var connections = new ArrayList<Connection>();
        for (int i = 0; i < POOL.getMaximumPoolSize(); i++) {
            Connection connection = POOL.getConnection();
            connections.add(connection);
            assertThat(connection.getAutoCommit()).isTrue();
            assertThat(connection.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_READ_COMMITTED);
        }
        for (Connection connection : connections) {
            connection.close();
        }
    }

    private static List<String> tables(DataSource source) throws SQLException {
        var names = new ArrayList<String>();
        try (Connection connection = source.getConnection();
                var tables = connection.getMetaData().getTables(null, null, "%LISTS%", null)) {
            while (tables.next()) {
                names.add(tables.getString("TABLE_NAME"));
            }
        }
        return names;
    }

    /** Connections of a pool that does nothing for them. */
    @Test
    void connectionsGoBackAsTheyCame() throws SQLException {
        var driver = new JdbcDataSource();
        driver.setURL(POOL.getJdbcUrl());
        var given = new ArrayList<Connection>();
        ConnectionSource lending = () -> {
            Connection connection = driver.getConnection();
            given.add(connection);
            return Interception.of(connection, new Interceptor() {
                @Override
                public @Nullable Object onConnection(JdbcCall call) throws SQLException {
                    return call.name().equals("close") ? null : call.proceed();
                }
            });
        };

        ListSessions sessions =
                ListSessions.open(ListActions.on(lending).isolation(Connection.TRANSACTION_SERIALIZABLE));
        sessions.append(0, 0);
        sessions.history();

        assertThat(given).hasSize(6);
        for (Connection connection : given) {
            assertThat(connection.getAutoCommit()).isTrue();
            assertThat(connection.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_READ_COMMITTED);
            connection.close();
        }
    }

    @Test
    void aStepThatThrowsEndsTheSessions() throws SQLException {
        ListSessions sessions = ListSessions.open(ListActions.on(POOL));
        try (Connection connection = POOL.getConnection();
                var statement = connection.createStatement()) {
            statement.execute("DELETE FROM " + tables(POOL).getFirst());
        }

        assertThatThrownBy(() -> sessions.read(0, 0)).hasMessageContaining("list 0 is not in table");
        assertThatThrownBy(() -> sessions.append(0, 0)).hasMessageContaining("have ended");
    }

    @Test
    void aTableThatCannotBeFilledIsDropped() {
        DataSource failing = Interception.of(POOL, new Interceptor() {
            @Override
            public @Nullable Object onExecution(Execution execution) throws SQLException {
                if (execution.sql().startsWith("INSERT")) {
                    throw new SQLException("no space");
                }
                return execution.proceed();
            }
        });

        assertThatThrownBy(() -> ListSessions.open(ListActions.on(failing))).hasMessageContaining("no space");
    }

    static class WithoutHistory {

        @Provide
        Arbitrary<ActionChain<ListSessions>> chains() {
            return ListActions.on(POOL)
                    .isolation(Connection.TRANSACTION_SERIALIZABLE)
                    .chains();
        }

        @Property(tries = 20)
        void passes(@ForAll("chains") ActionChain<ListSessions> chain) {
            chain.run();
        }

        @Property(tries = 20, shrinking = ShrinkingMode.FULL)
        void fails(@ForAll("chains") ActionChain<ListSessions> chain) {
            chain.run();
            assertThat(chain.transformations()).hasSizeLessThan(3);
        }
    }

    private static Events ran(String property) {
        return EngineTestKit.engine("jqwik")
                .selectors(selectMethod(WithoutHistory.class, property, ActionChain.class.getName()))
                .execute()
                .testEvents();
    }

    @Test
    void propertiesThatNeverAskForTheHistoryLeaveNothing() {
        assertThat(ran("passes").succeeded().count()).isEqualTo(1);
        assertThat(ran("fails").failed().list())
                .singleElement()
                .satisfies(event -> assertThat(event.toString()).contains("to be less than 3 but was 3"));
    }
}
