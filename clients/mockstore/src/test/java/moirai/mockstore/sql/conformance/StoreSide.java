package moirai.mockstore.sql.conformance;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.MockStore;
import moirai.mockstore.StoreException;
import moirai.mockstore.StoreOptions;
import moirai.mockstore.sql.ResultColumn;
import moirai.mockstore.sql.SqlDatabase;
import moirai.mockstore.sql.SqlResult;
import moirai.mockstore.sql.SqlSession;
import moirai.mockstore.sql.types.SqlNull;
import moirai.mockstore.sql.types.TextFormat;

/** A session of the store, at the strictest level unless the store has another. */
final class StoreSide {

    private final SqlSession session;

    StoreSide() {
        this(new SqlDatabase(new MockStore(StoreOptions.uniform(IsolationLevel.STRICT_SERIALIZABLE, new Seed(1)))));
    }

    /** Opens a session beside others of a store. */
    StoreSide(SqlDatabase database) {
        session = database.session();
    }

    boolean inTransaction() {
        return session.status() != SqlSession.Status.IDLE;
    }

    boolean hasFailed() {
        return session.status() == SqlSession.Status.FAILED;
    }

    Reply execute(String sql, boolean ordered) {
        try {
            SqlResult result = session.execute(session.prepare(sql), List.of());
            return result.returnsRows() ? rows(result, ordered) : new Reply.Count(Math.max(result.count(), 0));
        } catch (StoreException e) {
            return new Reply.Failure(e.sqlState(), e.getMessage());
        }
    }

    private static Reply rows(SqlResult result, boolean ordered) {
        List<String> columns = result.columns().stream()
                .map(column -> column.label() + " " + column.type().pgName())
                .toList();
        List<List<String>> rows = new ArrayList<>();
        for (List<Object> row : result.rows()) {
            List<String> texts = new ArrayList<>();
            for (int column = 0; column < row.size(); column++) {
                texts.add(text(row.get(column), result.columns().get(column)));
            }
            rows.add(texts);
        }
        return new Reply.Rows(columns, sorted(rows, ordered));
    }

    private static String text(Object value, ResultColumn column) {
        return value == SqlNull.NULL ? "NULL" : TextFormat.write(value, column.type());
    }

    static List<List<String>> sorted(List<List<String>> rows, boolean ordered) {
        return ordered
                ? List.copyOf(rows)
                : rows.stream()
                        .sorted(Comparator.comparing(row -> row.toString().toUpperCase(Locale.ROOT) + row))
                        .toList();
    }
}
