package moirai.clients.cql;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.DefaultBatchType;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import java.util.ArrayList;
import java.util.List;
import moirai.history.DataModel;
import moirai.history.Elements;
import moirai.history.Op;
import org.jspecify.annotations.Nullable;

/**
 * The statements of sessions at one node, prepared there once. Thread-safe.
 *
 * <p>The content of a key is the list of its elements; of a register, its value alone, or nothing before the first
 * write.
 */
final class Statements {

    private final CqlSession session;
    private final CqlOptions options;
    private final boolean isList;
    private final PreparedStatement read;
    private final PreparedStatement change;
    private final PreparedStatement changeIf;
    private final PreparedStatement probe;

    Statements(CqlSession session, CqlOptions options, Keyspace keyspace) {
        this.session = session;
        this.options = options;
        this.isList = options.contents() == DataModel.LIST_APPEND;
        String change = "UPDATE " + keyspace.path() + " SET v = " + (isList ? "v + ?" : "?") + " WHERE k = ?";
        this.read = session.prepare("SELECT v FROM " + keyspace.path() + " WHERE k = ?");
        this.change = session.prepare(change);
        this.changeIf = session.prepare(change + " IF v = ?");
        this.probe = session.prepare("SELECT release_version FROM system.local");
    }

    /** Sends a request that the node answers by itself, whatever the others do. */
    void probe() {
        session.execute(probe.bind());
    }

    /** Reads a key at the consistency of reads; a missing key is empty. */
    List<Integer> read(int key) {
        return contents(session.execute(
                        read.bind(key).setConsistencyLevel(options.read().level()))
                .one());
    }

    /** Reads a key after every change that others have begun is complete or has failed. */
    List<Integer> readSerially(int key) {
        return contents(session.execute(read.bind(key).setConsistencyLevel(DefaultConsistencyLevel.SERIAL))
                .one());
    }

    /** Returns what a session saw of a key with this content. */
    Op answer(int key, List<Integer> held) {
        if (isList) {
            return new Op.Read(
                    key, Elements.of(held.stream().mapToInt(Integer::intValue).toArray()));
        }
        return held.isEmpty() ? new Op.ReadInitial(key) : new Op.ReadValue(key, held.getFirst());
    }

    /** Returns the content of a key after a change. */
    List<Integer> after(List<Integer> held, int argument) {
        if (!isList) {
            return List.of(argument);
        }
        var longer = new ArrayList<>(held);
        longer.add(argument);
        return List.copyOf(longer);
    }

    void change(int key, int argument) {
        session.execute(changing(key, argument));
    }

    /** Applies all changes or none of them, within the time limit. */
    void change(List<BoundStatement> changes) {
        session.execute(BatchStatement.newInstance(DefaultBatchType.LOGGED, List.copyOf(changes))
                .setConsistencyLevel(options.write().level()));
    }

    BoundStatement changing(int key, int argument) {
        return (isList ? change.bind(List.of(argument), key) : change.bind(argument, key))
                .setConsistencyLevel(options.write().level());
    }

    /** Replaces the content of a key if it has not changed; returns whether it did. */
    boolean changeIf(int key, List<Integer> before, List<Integer> after) {
        BoundStatement conditional = (isList
                        ? changeIf.bind(after.subList(before.size(), after.size()), key)
                        : changeIf.bind(after.getFirst(), key))
                .setConsistencyLevel(options.write().level())
                .setSerialConsistencyLevel(DefaultConsistencyLevel.SERIAL);
        return session.execute(expecting(conditional, before)).wasApplied();
    }

    /** Binds the expected content. Cassandra stores an empty list, as a register without a value, as nothing. */
    private BoundStatement expecting(BoundStatement conditional, List<Integer> before) {
        if (before.isEmpty()) {
            return conditional.setToNull(2);
        }
        return isList ? conditional.setList(2, before, Integer.class) : conditional.setInt(2, before.getFirst());
    }

    private List<Integer> contents(@Nullable Row row) {
        if (row == null || row.isNull(0)) {
            return List.of();
        }
        if (!isList) {
            return List.of(row.getInt(0));
        }
        List<Integer> list = row.getList(0, Integer.class);
        return list == null ? List.of() : list;
    }
}
