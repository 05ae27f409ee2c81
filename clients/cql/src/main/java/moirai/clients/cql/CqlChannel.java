package moirai.clients.cql;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.servererrors.QueryValidationException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import moirai.clients.ClientException;
import moirai.clients.Endpoint;
import moirai.history.DataModel;

/**
 * A connection to one node for tables of the caller. Unlike a session of a run it repeats a request without an answer:
 * its writes carry their own timestamps, so doing one twice has the same effect. Thread-safe.
 */
public final class CqlChannel implements AutoCloseable {

    /** The time limit of a request, longer than a node waits for others. */
    private static final int TIMEOUT_SECONDS = 4;

    private static final Duration PAUSE = Duration.ofMillis(20);

    private final CqlSession session;
    private final String name;

    private CqlChannel(CqlSession session, String name) {
        this.session = session;
        this.name = name;
    }

    /**
     * Connects to a node.
     *
     * @param endpoint of which the first node is taken
     * @throws ClientException if it cannot be reached
     */
    public static CqlChannel open(Endpoint endpoint) {
        var options = new CqlOptions(
                DataModel.REGISTER, CqlMode.COLLECTION, Consistency.ONE, Consistency.ONE, 1, TIMEOUT_SECONDS);
        CqlUrl.Node node = CqlUrl.parse(endpoint.url()).nodes().getFirst();
        try {
            return new CqlChannel(Driver.connect(node.address(), endpoint, options), endpoint.url());
        } catch (DriverException failed) {
            throw CqlFailures.exception("cannot reach", failed);
        }
    }

    /**
     * A statement that may be executed twice.
     *
     * @param values of its question marks; numbers of 32 bits
     * @param micros the timestamp of its writes, in microseconds since 1970; negative to let the server choose
     */
    public record Request(String text, List<Integer> values, Consistency consistency, long micros) {

        public Request {
            values = List.copyOf(values);
        }

        /** Returns the same request at another consistency. */
        public Request at(Consistency other) {
            return new Request(text, values, other, micros);
        }
    }

    /**
     * Sends the request until an answer comes.
     *
     * @return the rows, by column in their order; columns that hold nothing are left out, and numbers are long
     * @throws ClientException if the request is wrong, or no answer comes in time
     */
    public List<Map<String, Long>> execute(Request request, Duration limit) {
        var statement = SimpleStatement.newInstance(
                        request.text(), request.values().toArray())
                .setConsistencyLevel(request.consistency().level());
        if (request.micros() >= 0) {
            statement = statement.setQueryTimestamp(request.micros());
        }
        long begin = System.nanoTime();
        while (true) {
            try {
                return rows(session.execute(statement).all());
            } catch (QueryValidationException wrong) {
                throw failure(request, wrong);
            } catch (DriverException unanswered) {
                if (System.nanoTime() - begin > limit.toNanos()
                        || Thread.currentThread().isInterrupted()) {
                    throw failure(request, unanswered);
                }
                LockSupport.parkNanos(PAUSE.toNanos());
            }
        }
    }

    /**
     * Returns the version of this node's schema; nodes with the same schema have the same version.
     *
     * @throws ClientException if it does not answer
     */
    public String schemaVersion() {
        try {
            Row local =
                    session.execute("SELECT schema_version FROM system.local").one();
            return local == null ? "" : String.valueOf(local.getUuid(0));
        } catch (DriverException failed) {
            throw CqlFailures.exception("no schema of " + name, failed);
        }
    }

    private ClientException failure(Request request, DriverException failed) {
        return CqlFailures.exception(
                "no answer from " + name + " at " + request.consistency().label() + " to " + request.text(), failed);
    }

    private static List<Map<String, Long>> rows(List<Row> answered) {
        var rows = new ArrayList<Map<String, Long>>();
        for (Row row : answered) {
            Map<String, Long> values = new LinkedHashMap<>();
            for (int i = 0; i < row.getColumnDefinitions().size(); i++) {
                if (!row.isNull(i) && row.getObject(i) instanceof Number number) {
                    values.put(row.getColumnDefinitions().get(i).getName().asInternal(), number.longValue());
                }
            }
            rows.add(values);
        }
        return rows;
    }

    @Override
    public void close() {
        session.close();
    }
}
