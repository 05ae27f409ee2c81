package moirai.clients.cql;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import moirai.clients.ClientException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/*
 * There is no lock in Cassandra that ends with its connection, so this is a row that expires: who dies keeps others
 * away for as long as that takes. Who was too slow to renew it in time has lost it, and somebody else may have had it
 * since, even if nobody has it now: a renewal asks for the holder's own name, which an expired row does not hold.
 */
/**
 * The claim of a run to have a cluster to itself: a row that is renewed while the run lives, and expires otherwise.
 */
final class Lease implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Lease.class);

    static final int SECONDS = 30;

    private static final int RENEWAL_SECONDS = 5;

    private final CqlNodes nodes;
    private final String holder;
    private final ScheduledThreadPoolExecutor renewing = new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("lease-", 0).factory());

    private Lease(CqlNodes nodes, String holder) {
        this.nodes = nodes;
        this.holder = holder;
    }

    /** Returns the name of a holder that removes leftovers of runs, or the mark; a different one each time. */
    static String ofRelease() {
        return "moirai target release " + UUID.randomUUID();
    }

    /**
     * Takes the lease, by any node.
     *
     * @throws ClientException as a guard-rail, if another holder has it, who is named
     * @throws DriverException if the cluster does not answer; the lease may then be taken for a while, by nobody
     */
    static Lease take(CqlNodes nodes, String holder) {
        nodes.any(session -> {
            seize(session, holder);
            return session;
        });
        var lease = new Lease(nodes, holder);
        // Cancelled with all of its executor.
        ScheduledFuture<?> unused = lease.renewing.scheduleWithFixedDelay(
                lease::renewQuietly, RENEWAL_SECONDS, RENEWAL_SECONDS, TimeUnit.SECONDS);
        return lease;
    }

    /**
     * Writes a row that expires unless it is renewed. A row with this holder counts as taken: an answer may have been
     * lost.
     *
     * @param holder a name that nobody else has
     * @throws ClientException as a guard-rail, if another holder has it, who is named
     */
    static void seize(CqlSession session, String holder) {
        ResultSet taking = set(session, "USING TTL " + SECONDS + " SET holder = ?", holder, "null");
        if (!taking.wasApplied()) {
            Row row = taking.one();
            String other = row == null ? "" : Objects.requireNonNullElse(row.getString("holder"), "");
            if (!other.equals(holder)) {
                throw ClientException.guarded("another run is using this cluster: " + other
                        + "; if it was killed, the cluster is free within " + SECONDS + " s");
            }
        }
    }

    private static ResultSet set(CqlSession session, String change, String holder, String expected) {
        var statement = SimpleStatement.newInstance(
                "UPDATE " + CqlConsent.RUN + " " + change + " WHERE id = 0 IF holder = " + expected, holder);
        return session.execute(serially(statement));
    }

    private static SimpleStatement serially(SimpleStatement statement) {
        ConsistencyLevel all = DefaultConsistencyLevel.QUORUM;
        return statement.setConsistencyLevel(all).setSerialConsistencyLevel(DefaultConsistencyLevel.SERIAL);
    }

    private void renewQuietly() {
        try {
            renew();
        } catch (DriverException | ClientException later) {
            LOG.debug("the lease was not renewed this time", later);
        }
    }

    private boolean renew() {
        String renewal = "USING TTL " + SECONDS + " SET holder = '" + holder + "'";
        return nodes.any(session -> set(session, renewal, holder, "?").wasApplied());
    }

    /**
     * Checks that the lease was held all the time.
     *
     * @throws ClientException if it was not, or that cannot be known
     */
    void confirm() {
        try {
            if (!renew()) {
                throw lost();
            }
        } catch (InvalidQueryException released) {
            throw lost();
        } catch (DriverException failed) {
            throw CqlFailures.exception(
                    "whether others have used the cluster meanwhile cannot be asked, so that nothing is judged",
                    failed);
        }
    }

    private static ClientException lost() {
        return new ClientException("this run has lost the cluster to others while it ran: its lease has expired, or the"
                + " mark was released; nothing of what it saw is judged");
    }

    /** Stops renewing, so that the lease expires. */
    void stop() {
        renewing.shutdownNow();
    }

    /**
     * Gives the lease up, unless another holder has it by now. A lease that is not given up expires, which does no
     * harm.
     */
    @Override
    public void close() {
        stop();
        try {
            nodes.any(session -> session.execute(serially(SimpleStatement.newInstance(
                    "DELETE holder FROM " + CqlConsent.RUN + " WHERE id = 0 IF holder = ?", holder))));
        } catch (DriverException | ClientException expires) {
            LOG.debug("the lease is not given up, or the mark is gone and with it what the lease was in", expires);
        }
    }
}
