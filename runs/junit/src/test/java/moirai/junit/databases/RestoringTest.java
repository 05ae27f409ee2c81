package moirai.junit.databases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import moirai.interception.ConnectionSource;
import moirai.interception.Interception;
import moirai.interception.Interceptor;
import moirai.interception.JdbcCall;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RestoringTest {

    /** A pool of one connection that does nothing for it. */
    private static ConnectionSource poolOf(Connection only) {
        return () -> Interception.of(only, new Interceptor() {
            @Override
            public @Nullable Object onConnection(JdbcCall call) throws SQLException {
                return call.name().equals("close") ? null : call.proceed();
            }
        });
    }

    @Test
    void connectionIsGivenBackAsItWas() throws SQLException {
        try (Connection only = DriverManager.getConnection("jdbc:h2:mem:restoring");
                var statement = only.createStatement()) {
            statement.execute("CREATE TABLE numbers (n INT)");
            statement.execute("CREATE SCHEMA other");
            try (Connection lent = new Restoring(poolOf(only)).getConnection()) {
                lent.setAutoCommit(false);
                lent.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
                try (var insert = lent.createStatement()) {
                    insert.execute("INSERT INTO numbers VALUES (1)");
                }
                lent.setSchema("OTHER");
            }

            assertThat(only.getAutoCommit()).isTrue();
            assertThat(only.getSchema()).isEqualTo("PUBLIC");
            assertThat(only.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_READ_COMMITTED);
            try (var rows = statement.executeQuery("SELECT count(*) FROM numbers")) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getInt(1)).isZero();
            }
        }
    }

    /** A driver that throws what JDBC does not name, at one call, and counts how often it was closed. */
    private static ConnectionSource failingAt(String method, int callsBefore, AtomicInteger closed) {
        var left = new AtomicInteger(callsBefore);
        return () -> Interception.of(DriverManager.getConnection("jdbc:h2:mem:broken"), new Interceptor() {
            @Override
            public @Nullable Object onConnection(JdbcCall call) throws SQLException {
                if (call.name().equals("close")) {
                    closed.incrementAndGet();
                }
                if (call.name().equals(method) && left.getAndDecrement() == 0) {
                    throw new IllegalStateException("at " + method);
                }
                return call.proceed();
            }
        });
    }

    @Test
    void aConnectionThatCannotBeSeenIsClosed() {
        var closed = new AtomicInteger();

        assertThatThrownBy(() -> new Restoring(failingAt("isReadOnly", 0, closed)).getConnection())
                .hasMessage("at isReadOnly");
        assertThat(closed).hasValue(1);
    }

    @Test
    void aConnectionThatCannotBeRestoredIsClosed() throws SQLException {
        var closed = new AtomicInteger();
        new Restoring(failingAt("isReadOnly", 1, closed)).getConnection().close();

        assertThat(closed).hasValue(1);
    }
}
