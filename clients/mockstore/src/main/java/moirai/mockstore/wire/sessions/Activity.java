package moirai.mockstore.wire.sessions;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a session does, as {@code pg_stat_activity} tells.
 *
 * @param state in PostgreSQL's words, such as {@code idle in transaction}
 * @param query the last one, or the one that runs
 * @param asked when the query came
 * @param changed when the state changed
 * @param began when the transaction began; null if there is none
 */
record Activity(
        String state,
        String query,
        Instant asked,
        Instant changed,
        @Nullable Instant began) {

    /** The number of bytes of a query that PostgreSQL keeps. */
    private static final int QUERY_SIZE_MAX = 1_023;

    static final String RUNS = "active";

    /** Returns the activity of a session that has not done anything. */
    static Activity none() {
        Instant now = Instant.now();
        return new Activity("idle", "", now, now, null);
    }

    /** Returns the activity from the moment on at which a query came. */
    Activity asked(String sql) {
        Instant now = Instant.now();
        return new Activity(RUNS, sql, now, now, began == null ? now : began);
    }

    /**
     * Returns the activity from the moment on at which a query was answered.
     *
     * @param status as ReadyForQuery has it
     */
    Activity answered(char status) {
        Instant now = Instant.now();
        return switch (status) {
            case 'I' -> new Activity("idle", query, asked, now, null);
            case 'T' -> new Activity("idle in transaction", query, asked, now, began);
            default -> new Activity("idle in transaction (aborted)", query, asked, now, began);
        };
    }

    /** Returns the columns that are not NULL. */
    Map<String, String> columns() {
        var columns = new LinkedHashMap<String, String>();
        columns.put("state", state);
        columns.put("query", cut(query));
        columns.put("query_start", asked.toString());
        columns.put("state_change", changed.toString());
        if (!state.equals(RUNS)) {
            columns.put("wait_event_type", "Client");
            columns.put("wait_event", "ClientRead");
        }
        Optional.ofNullable(began).ifPresent(start -> columns.put("xact_start", start.toString()));
        return columns;
    }

    private static String cut(String text) {
        int end = Math.min(text.length(), QUERY_SIZE_MAX);
        while (text.substring(0, end).getBytes(StandardCharsets.UTF_8).length > QUERY_SIZE_MAX) {
            end--;
        }
        return text.substring(0, end);
    }
}
