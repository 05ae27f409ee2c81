package moirai.junit.databases;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
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
}
