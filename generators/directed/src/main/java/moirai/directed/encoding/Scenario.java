package moirai.directed.encoding;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import moirai.directed.levels.Promises;

/**
 * An execution with all its values, as a test would set it up, call and schedule it.
 *
 * @param turns the statements that run, in the order in which their writes take effect
 */
public record Scenario(List<InitialRow> rows, List<Call> calls, List<Turn> turns) {

    public Scenario {
        rows = List.copyOf(rows);
        calls = List.copyOf(calls);
        turns = List.copyOf(turns);
    }

    /** A row that is there at first. Fields are in the order of the table. */
    public record InitialRow(String table, Map<String, Integer> values) {

        /** Copies the map and keeps its order. */
        public InitialRow {
            values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
        }
    }

    /** A transaction that is called. Arguments are in the order of parameters; unknowns follow as any(name). */
    public record Call(String txn, Promises level, Map<String, Integer> arguments) {

        /** Copies the map and keeps its order. */
        public Call {
            arguments = Collections.unmodifiableMap(new LinkedHashMap<>(arguments));
        }
    }

    /**
     * A statement that runs.
     *
     * @param call the number of the call, from 0
     * @param missed the earlier writes of other calls that it does not see, as T0.label
     */
    public record Turn(int call, String statement, List<String> missed) {

        public Turn {
            missed = List.copyOf(missed);
        }
    }

    /** Returns the scenario for people: a line for each row, call and turn, each with a newline. */
    public String text() {
        var text = new StringBuilder();
        for (InitialRow row : rows) {
            text.append("  row ")
                    .append(row.table())
                    .append(values(row.values()))
                    .append('\n');
        }
        for (int i = 0; i < calls.size(); i++) {
            Call call = calls.get(i);
            text.append("  T").append(i).append(" = ").append(call.txn()).append(values(call.arguments()));
            text.append(" at ").append(call.level().name()).append('\n');
        }
        for (Turn turn : turns) {
            text.append("  T").append(turn.call()).append('.').append(turn.statement());
            text.append(turn.missed().isEmpty() ? "" : " does not see " + String.join(", ", turn.missed()));
            text.append('\n');
        }
        return text.toString();
    }

    private static String values(Map<String, Integer> values) {
        return values.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .collect(Collectors.joining(", ", "(", ")"));
    }
}
