package moirai.clients.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * A connection that a session has for itself.
 *
 * @param pooled what the pool handed out
 * @param connection the driver's own, which the session uses: the pool would log each failure that we record
 */
record Lease(HikariDataSource pool, Connection pooled, Connection connection) {

    static Lease from(HikariDataSource pool) throws SQLException {
        var pooled = pool.getConnection();
        return new Lease(pool, pooled, pooled.unwrap(Connection.class));
    }

    /** Gives a connection back that is fit for another session: no transaction is open on it. */
    void giveBack() {
        try {
            pooled.close();
        } catch (SQLException e) {
            // It broke meanwhile.
            evict();
        }
    }

    /** Has the connection closed, and never leased again. */
    void evict() {
        pool.evictConnection(pooled);
    }
}
