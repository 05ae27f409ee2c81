package moirai.mockstore.wire.catalog;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import moirai.mockstore.sql.types.Bytes;
import moirai.mockstore.sql.types.ColumnType;
import moirai.mockstore.sql.types.ForeignCall;
import org.jspecify.annotations.Nullable;

/** Expressions of a session that a server evaluates. For one thread. */
final class ForeignCalls implements ForeignCall.Evaluator {

    private static final int KNOWN_MAX = 1_000;
    /** The size, in characters, up to which parameters and values are kept. */
    private static final int SIZE_MAX = 1_000;

    private static final int STATEMENTS_MAX = 200;

    private final ToldConnection connection;
    private final DefinedCatalog catalog;
    /** The values of calls with parameters, under the settings of the session and the present definitions. */
    private final Map<List<Object>, Object> known = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<List<Object>, Object> eldest) {
            return size() > KNOWN_MAX;
        }
    };

    /** The names of the statements that the server has prepared, by their texts and types of parameters. */
    private final Map<List<Object>, String> prepared = new HashMap<>();

    private int settingsOfKnown;
    private int definitionsOfKnown;
    private @Nullable BackendConnection connectionOfPrepared;

    ForeignCalls(ToldConnection connection, DefinedCatalog catalog) {
        this.connection = connection;
        this.catalog = catalog;
    }

    @Override
    public Object evaluate(ForeignCall call, List<Object> values) {
        BackendConnection current = connection.current();
        int definitions = catalog.version();
        if (current != connectionOfPrepared || definitionsOfKnown != definitions) {
            forget(current);
            definitionsOfKnown = definitions;
        }
        if (settingsOfKnown != connection.settingsTold()) {
            known.clear();
            settingsOfKnown = connection.settingsTold();
        }
        List<Object> key = List.of(call.sql(), types(call), values);
        Object value = known.get(key);
        if (value == null) {
            value = asked(current, call, values);
            if (size(value) + values.stream().mapToInt(ForeignCalls::size).sum() <= SIZE_MAX) {
                known.put(key, value);
            }
        }
        return value;
    }

    private static List<Integer> types(ForeignCall call) {
        return call.parameters().stream().map(ColumnType::oid).toList();
    }

    private static int size(Object value) {
        return value instanceof String text ? text.length() : 0;
    }

    /** Forgets what was known under other definitions, and what the server has prepared. */
    private void forget(BackendConnection current) {
        known.clear();
        if (current == connectionOfPrepared && !prepared.isEmpty()) {
            current.query("DEALLOCATE ALL");
        }
        prepared.clear();
        connectionOfPrepared = current;
    }

    private Object asked(BackendConnection current, ForeignCall call, List<Object> values) {
        if (prepared.size() >= STATEMENTS_MAX) {
            forget(current);
        }
        List<Integer> types = types(call);
        List<Object> key = List.of(call.sql(), types);
        String name = prepared.get(key);
        if (name == null) {
            name = "call" + prepared.size();
            BackendMessage.requireSuccess(current.parse(name, call.sql(), types).sync());
            prepared.put(key, name);
        }
        List<Object> parameters = values.stream()
                .map(value -> value instanceof String text
                        ? (Object) new Bytes(text.getBytes(StandardCharsets.UTF_8))
                        : value)
                .toList();
        return BackendMessage.requireSuccess(current.execute(name, parameters).sync()).stream()
                .filter(BackendMessage::isRow)
                .map(row -> row.values().getFirst())
                .findFirst()
                .orElseThrow();
    }
}
