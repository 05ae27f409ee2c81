package moirai.mockstore.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.PreparedSql;
import moirai.mockstore.sql.SqlResult;
import moirai.mockstore.sql.SqlSession;
import moirai.mockstore.sql.syntax.Words;
import moirai.mockstore.wire.catalog.BackendMessage;
import moirai.mockstore.wire.catalog.CatalogQuestion;
import moirai.mockstore.wire.catalog.CatalogSession;
import moirai.mockstore.wire.catalog.RelayedSql;
import moirai.mockstore.wire.protocol.FrontendMessage;
import moirai.mockstore.wire.protocol.MessageWriter;
import moirai.mockstore.wire.protocol.RowShape;

/**
 * An INSERT of what a query returns that the store does not understand: PostgreSQL computes the rows, and the store
 * inserts them.
 *
 * @param head up to the query
 * @param tail behind the query: ON CONFLICT, RETURNING
 * @param sample the same INSERT with one row of parameters
 */
record InsertedQuery(String sql, String head, CatalogQuestion query, String tail, PreparedSql sample)
        implements RelayedSql {

    /** The most parameters of one statement, so that texts stay short. */
    private static final int PARAMETERS_MAX = 1_000;

    /** Returns the parts of an INSERT if its query is one for PostgreSQL; empty if the store has to understand it. */
    static Optional<InsertedQuery> of(SqlSession session, CatalogSession catalog, String sql, List<Integer> declared) {
        if (!Words.first(sql, 1).getFirst().equals("INSERT") || !catalog.isServed()) {
            return Optional.empty();
        }
        Optional<StoreException> refusal = session.refusal(sql);
        if (refusal.isEmpty()) {
            return Optional.empty();
        }
        OptionalInt start = Words.find(sql, 0, "SELECT", "WITH", "VALUES", "TABLE");
        if (start.isEmpty()) {
            return Optional.empty();
        }
        int end = end(sql, start.getAsInt());
        String query = sql.substring(start.getAsInt(), end);
        String tail = sql.substring(end);
        boolean hasDefault = Words.first(query, 1).getFirst().equals("VALUES") && catalog.namesDefault(query);
        boolean isAsked = refusal.get().sqlState().equals("0A000") || catalog.isAsked(query);
        if (hasDefault || !isAsked || tail.contains("$")) {
            return Optional.empty();
        }
        catalog.requireRight(sql, declared);
        CatalogQuestion question;
        try {
            question = catalog.prepare(query, declared);
        } catch (StoreException failure) {
            if (failure.sqlState().equals("0A000")) {
                throw failure;
            }
            // A column of an INSERT may have values of several types, and one of a query may not.
            throw new StoreException("0A000", "this form of VALUES is not supported here: " + failure.getMessage());
        }
        String head = sql.substring(0, start.getAsInt());
        PreparedSql sample = session.prepare(head + values(1, question.columnCount()) + tail);
        return Optional.of(new InsertedQuery(sql, head, question, tail, sample));
    }

    private static int end(String sql, int start) {
        int end = Words.find(sql, start, "ON", "RETURNING").orElse(sql.length());
        while (sql.regionMatches(true, end, "ON", 0, 2)
                && !Words.first(sql.substring(end), 2).getLast().equals("CONFLICT")) {
            // That of a join.
            end = Words.find(sql, end + 2, "ON", "RETURNING").orElse(sql.length());
        }
        return end;
    }

    private static String values(int rows, int columns) {
        return "VALUES "
                + IntStream.range(0, rows)
                        .mapToObj(row -> IntStream.rangeClosed(1, columns)
                                .mapToObj(column -> "$" + (row * columns + column))
                                .collect(Collectors.joining(", ", "(", ")")))
                        .collect(Collectors.joining(", "))
                + " ";
    }

    @Override
    public List<BackendMessage> description() {
        var description = new ArrayList<>(query.description());
        description.removeIf(message -> message.type() != 't');
        var columns = new MessageWriter();
        columns.columns(RowShape.text(sample.columns()));
        description.addAll(BackendMessage.split(columns.take()));
        return description;
    }

    /** Runs the query and inserts its rows; returns the columns and rows of RETURNING, and the end. */
    List<BackendMessage> run(
            SqlSession session, CatalogSession catalog, FrontendMessage.Bind bind, StatementRunner runner) {
        RowShape shape = RowShape.of(sample.columns(), bind.resultFormats());
        var texts = bind.inTexts();
        runner.joinTransaction();
        List<List<Object>> rows = catalog.rows(query, texts);
        var answer = new MessageWriter();
        answer.columns(shape);
        long count = 0;
        int batch = Math.max(1, PARAMETERS_MAX / Math.max(1, query.columnCount()));
        for (int from = 0; from < rows.size(); from += batch) {
            List<List<Object>> some = rows.subList(from, Math.min(rows.size(), from + batch));
            PreparedSql insert = session.prepare(head + values(some.size(), query.columnCount()) + tail);
            SqlResult result =
                    session.execute(insert, some.stream().flatMap(List::stream).toList());
            count += result.count();
            catalog.formats().inFormat(shape, result.rows()).forEach(row -> answer.dataRow(shape, row));
        }
        answer.commandComplete("INSERT 0 " + count);
        return BackendMessage.split(answer.take());
    }
}
