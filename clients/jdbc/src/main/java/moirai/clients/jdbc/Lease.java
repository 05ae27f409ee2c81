package moirai.clients.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;

/** A connection that a session has for itself. */
record Lease(HikariDataSource pool, Connection connection) {

    /** Gives a connection back that is fit for another session. */
    void giveBack() {
        try {
            connection.close();
        } catch (SQLException e) {
            // It broke meanwhile; the pool has seen that and drops it.
            evict();
        }
    }

    /** Has the connection closed, and never leased again. */
    void evict() {
        pool.evictConnection(connection);
    }
}
