package moirai.clients.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import moirai.interception.ConnectionSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/*
 * A pool opens its connections one after the other on a thread of its own, and goes on trying when it cannot. Behind a
 * link with a round trip of 0.4 s that took thirty sessions over a minute, and a session at a dead node heard of it
 * only after the pool's patience. So each session's connection is opened on the session's own thread, fails there at
 * once, and is then put under a pool of one. Pools share one thread for their housekeeping, so hundreds cost little.
 */
/**
 * A connection that a session has for itself, from a pool that ends with the session, or from somebody's data source.
 *
 * @param connection the driver's own, which the session uses: the pool would log each failure that we record
 * @param ending ends the connection, or gives it back
 * @param backend the identity of the connection at the server; empty if that cannot be asked for it
 */
record Lease(Connection connection, Runnable ending, String backend) {

    private static final Logger LOG = LoggerFactory.getLogger(Lease.class);

    /** Returns the lease of a connection that goes back to the data source that lent it. */
    static Lease lent(Connection lent) {
        return new Lease(lent, () -> {
            try {
                lent.close();
            } catch (SQLException gone) {
                LOG.debug("a lent connection did not close", gone);
            }
        });
    }

    private Lease(Connection connection, Runnable ending) {
        this(connection, ending, "");
    }

    /** Returns the same lease of a connection with this identity at the server. */
    Lease named(String identity) {
        return new Lease(connection, ending, identity);
    }

    /** Returns whether the driver has given the connection up, so that the server may not know that it is over. */
    boolean isLost() {
        try {
            return connection.isClosed();
        } catch (SQLException unknown) {
            return true;
        }
    }

    /**
     * Puts a new connection under a pool.
     *
     * @throws SQLException if the connection breaks meanwhile; it is then closed
     */
    static Lease of(Connection opened, int timeoutSeconds, ScheduledExecutorService housekeeper) throws SQLException {
        try {
            var pool = new HikariDataSource(configuration(opened, timeoutSeconds, housekeeper));
            try {
                // What is closed is not replaced.
                pool.setMinimumIdle(0);
                Connection pooled = pool.getConnection();
                return new Lease(opened, () -> {
                    pool.evictConnection(pooled);
                    pool.close();
                });
            } catch (SQLException failed) {
                pool.close();
                throw failed;
            }
        } catch (HikariPool.PoolInitializationException failed) {
            opened.close();
            throw new SQLException(failed.getCause());
        }
    }

    /**
     * Returns the configuration of a pool that only hands out: a session keeps its connection, and nothing happens to
     * it.
     */
    private static HikariConfig configuration(
            Connection opened, int timeoutSeconds, ScheduledExecutorService housekeeper) {
        var configuration = new HikariConfig();
        configuration.setPoolName("moirai");
        var isTaken = new AtomicBoolean();
        ConnectionSource only = () -> {
            if (isTaken.getAndSet(true)) {
                throw new SQLException("the only connection is taken");
            }
            return opened;
        };
        configuration.setDataSource(only);
        configuration.setAutoCommit(false);
        configuration.setMaximumPoolSize(1);
        configuration.setMinimumIdle(1);
        configuration.setConnectionTimeout(TimeUnit.SECONDS.toMillis(timeoutSeconds));
        // One attempt, made here and now.
        configuration.setInitializationFailTimeout(1);
        configuration.setScheduledExecutor(housekeeper);
        configuration.setMaxLifetime(0);
        configuration.setIdleTimeout(0);
        configuration.setKeepaliveTime(0);
        return configuration;
    }

    void end() {
        ending.run();
    }
}
