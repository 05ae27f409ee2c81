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
import java.util.Objects;
import java.util.Set;
import moirai.history.DataModel;
import moirai.history.Elements;
import moirai.history.Op;
import org.jspecify.annotations.Nullable;

/**
 * The statements of sessions at one node, prepared there once. Thread-safe.
 *
 * <p>The content of a key that a lightweight transaction compares is the list of its elements; of a set, in order; of a
 * register, its value alone, or nothing before the first write. Counters are not compared.
 */
final class Statements {

    private final CqlSession session;
    private final CqlOptions options;
    private final DataModel model;
    private final PreparedStatement read;
    private final PreparedStatement change;
    private final @Nullable PreparedStatement changeIf;
    private final PreparedStatement probe;

    Statements(CqlSession session, CqlOptions options, Keyspace keyspace) {
        this.session = session;
        this.options = options;
        this.model = options.contents();
        String change = "UPDATE " + keyspace.path() + " SET v = " + (model == DataModel.REGISTER ? "?" : "v + ?")
                + " WHERE k = ?";
        this.read = session.prepare("SELECT v FROM " + keyspace.path() + " WHERE k = ?");
        this.change = session.prepare(change);
        this.changeIf = model == DataModel.COUNTER ? null : session.prepare(change + " IF v = ?");
        this.probe = session.prepare("SELECT release_version FROM system.local");
    }

    /** Sends a request that the node answers by itself, whatever the others do. */
    void probe() {
        session.execute(probe.bind());
    }

    /** Reads a key at the consistency of reads; a missing key is empty, and a missing counter 0. */
    Op read(int key) {
        Row row = session.execute(
                        read.bind(key).setConsistencyLevel(options.read().level()))
                .one();
        return model == DataModel.COUNTER
                ? new Op.ReadCounter(key, row == null ? 0 : row.getLong(0))
                : answer(key, contents(row));
    }

    /** Reads a key after every change that others have begun is complete or has failed. */
    List<Integer> readSerially(int key) {
        return contents(session.execute(read.bind(key).setConsistencyLevel(DefaultConsistencyLevel.SERIAL))
                .one());
    }

    /** Returns what a session saw of a key with this content. */
    Op answer(int key, List<Integer> held) {
        return switch (model) {
            case LIST_APPEND -> new Op.Read(key, elements(held));
            case SET -> new Op.ReadSet(key, elements(held));
            case REGISTER -> held.isEmpty() ? new Op.ReadInitial(key) : new Op.ReadValue(key, held.getFirst());
            case COUNTER -> throw new IllegalArgumentException("counters have no content that is compared");
        };
    }

    private static Elements elements(List<Integer> held) {
        return Elements.of(held.stream().mapToInt(Integer::intValue).toArray());
    }

    /** Returns the content of a key after a change. */
    List<Integer> after(List<Integer> held, int argument) {
        if (model == DataModel.REGISTER) {
            return List.of(argument);
        }
        var longer = new ArrayList<>(held);
        longer.add(argument);
        if (model == DataModel.SET) {
            longer.sort(null);
        }
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
        return bound(change, key, List.of(argument))
                .setConsistencyLevel(options.write().level());
    }

    /** Binds what is added to a key, or, of a register, what takes the place of its value. */
    private BoundStatement bound(PreparedStatement statement, int key, List<Integer> arguments) {
        return switch (model) {
            case LIST_APPEND -> statement.bind(arguments, key);
            case SET -> statement.bind(Set.copyOf(arguments), key);
            case REGISTER -> statement.bind(arguments.getFirst(), key);
            case COUNTER -> statement.bind((long) arguments.getFirst(), key);
        };
    }

    /** Replaces the content of a key if it has not changed; returns whether it did. */
    boolean changeIf(int key, List<Integer> before, List<Integer> after) {
        List<Integer> added = switch (model) {
            case LIST_APPEND -> after.subList(before.size(), after.size());
            case SET ->
                after.stream().filter(element -> !before.contains(element)).toList();
            case REGISTER, COUNTER -> after;
        };
        BoundStatement conditional = bound(Objects.requireNonNull(changeIf), key, added)
                .setConsistencyLevel(options.write().level())
                .setSerialConsistencyLevel(DefaultConsistencyLevel.SERIAL);
        return session.execute(expecting(conditional, before)).wasApplied();
    }

    /** Binds the expected content. Cassandra stores an empty list, as a register without a value, as nothing. */
    private BoundStatement expecting(BoundStatement conditional, List<Integer> before) {
        if (before.isEmpty()) {
            return conditional.setToNull(2);
        }
        return switch (model) {
            case LIST_APPEND -> conditional.setList(2, before, Integer.class);
            case SET -> conditional.setSet(2, Set.copyOf(before), Integer.class);
            case REGISTER, COUNTER -> conditional.setInt(2, before.getFirst());
        };
    }

    private List<Integer> contents(@Nullable Row row) {
        if (row == null || row.isNull(0)) {
            return List.of();
        }
        return switch (model) {
            case LIST_APPEND -> Objects.requireNonNullElse(row.getList(0, Integer.class), List.of());
            case SET ->
                Objects.requireNonNullElse(row.getSet(0, Integer.class), Set.<Integer>of()).stream()
                        .sorted()
                        .toList();
            case REGISTER, COUNTER -> List.of(row.getInt(0));
        };
    }
}
