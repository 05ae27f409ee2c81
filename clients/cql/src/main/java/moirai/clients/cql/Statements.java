package moirai.clients.cql;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.DefaultBatchType;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import java.util.List;
import moirai.history.Elements;
import org.jspecify.annotations.Nullable;

/** What sessions at one node send, prepared there once. Thread-safe. */
final class Statements {

    private final CqlSession session;
    private final CqlOptions options;
    private final PreparedStatement read;
    private final PreparedStatement append;
    private final PreparedStatement appendIf;
    private final PreparedStatement probe;

    Statements(CqlSession session, CqlOptions options) {
        this.session = session;
        this.options = options;
        this.read = session.prepare("SELECT v FROM " + Keyspace.TABLE + " WHERE k = ?");
        this.append = session.prepare("UPDATE " + Keyspace.TABLE + " SET v = v + ? WHERE k = ?");
        this.appendIf = session.prepare("UPDATE " + Keyspace.TABLE + " SET v = v + ? WHERE k = ? IF v = ?");
        this.probe = session.prepare("SELECT release_version FROM system.local");
    }

    /** Has the node answer by itself, whatever the others do. */
    void probe() {
        session.execute(probe.bind());
    }

    /** Reads a list at the consistency of reads; one that is not there is empty. */
    Elements read(int key) {
        return elements(session.execute(
                        read.bind(key).setConsistencyLevel(options.read().level()))
                .one());
    }

    /** Reads it when all that others have begun is complete or has failed. */
    Elements readSerially(int key) {
        return elements(session.execute(read.bind(key).setConsistencyLevel(DefaultConsistencyLevel.SERIAL))
                .one());
    }

    void append(int key, int element) {
        session.execute(appending(key, element));
    }

    /** Appends all or none of them, in time. */
    void append(List<BoundStatement> appends) {
        session.execute(BatchStatement.newInstance(DefaultBatchType.LOGGED, List.copyOf(appends))
                .setConsistencyLevel(options.write().level()));
    }

    BoundStatement appending(int key, int element) {
        return append.bind(List.of(element), key)
                .setConsistencyLevel(options.write().level());
    }

    /** Appends if the list is still this one, and says whether it was. */
    boolean appendIf(int key, List<Integer> elements, List<Integer> before) {
        BoundStatement conditional = appendIf.bind(elements, key)
                .setConsistencyLevel(options.write().level())
                .setSerialConsistencyLevel(DefaultConsistencyLevel.SERIAL);
        // A list without elements is none to Cassandra.
        BoundStatement complete =
                before.isEmpty() ? conditional.setToNull(2) : conditional.setList(2, before, Integer.class);
        return session.execute(complete).wasApplied();
    }

    private static Elements elements(@Nullable Row row) {
        List<Integer> list = row == null ? null : row.getList(0, Integer.class);
        if (list == null) {
            return Elements.EMPTY;
        }
        int[] values = new int[list.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = list.get(i);
        }
        return Elements.of(values);
    }
}
