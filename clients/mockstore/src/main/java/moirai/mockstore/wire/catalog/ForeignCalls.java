package moirai.mockstore.wire.catalog;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import moirai.mockstore.sql.types.Bytes;
import moirai.mockstore.sql.types.ColumnType;
import moirai.mockstore.sql.types.ForeignCall;
import moirai.mockstore.wire.protocol.FrontendMessage;

/** Expressions of a session that a server evaluates. For one thread. */
final class ForeignCalls implements ForeignCall.Evaluator {

    private static final int KNOWN_MAX = 1_000;

    private final ToldConnection connection;
    /** The values of calls with parameters under the settings of the session. */
    private final Map<List<Object>, Object> known = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<List<Object>, Object> eldest) {
            return size() > KNOWN_MAX;
        }
    };

    private int settingsOfKnown;

    ForeignCalls(ToldConnection connection) {
        this.connection = connection;
    }

    @Override
    public Object evaluate(ForeignCall call, List<Object> values) {
        BackendConnection current = connection.current();
        if (settingsOfKnown != connection.settingsTold()) {
            known.clear();
            settingsOfKnown = connection.settingsTold();
        }
        List<Object> key = List.of(call.sql(), values);
        Object value = known.get(key);
        if (value == null) {
            value = asked(current, call, values);
            known.put(key, value);
        }
        return value;
    }

    private static Object asked(BackendConnection current, ForeignCall call, List<Object> values) {
        var bind = new FrontendMessage.Bind(
                "",
                "",
                List.of(),
                values.stream()
                        .map(value -> value instanceof String text
                                ? (Object) new Bytes(text.getBytes(StandardCharsets.UTF_8))
                                : value)
                        .toList(),
                List.of());
        List<BackendMessage> answers = current.parse(
                        call.sql(),
                        call.parameters().stream().map(ColumnType::oid).toList())
                .run(bind)
                .sync();
        BackendMessage.failure(answers).ifPresent(failure -> {
            throw failure;
        });
        return answers.stream()
                .filter(BackendMessage::isRow)
                .map(row -> row.values().getFirst())
                .findFirst()
                .orElseThrow();
    }
}
