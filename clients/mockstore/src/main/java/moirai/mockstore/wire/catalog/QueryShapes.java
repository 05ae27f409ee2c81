package moirai.mockstore.wire.catalog;

import java.util.List;
import moirai.mockstore.wire.protocol.FrontendMessage;

/** What PostgreSQL says of the parameters and columns of queries, and of blocks. For one thread. */
public final class QueryShapes {

    private final ToldConnection connection;

    QueryShapes(ToldConnection connection) {
        this.connection = connection;
    }

    /** Returns the message that describes the parameters of a statement; fails with PostgreSQL's error for it. */
    public BackendMessage parameters(String sql, List<Integer> types) {
        List<BackendMessage> answers =
                connection.current().parse(sql, types).describeStatement().sync();
        BackendMessage.failure(answers).ifPresent(failure -> {
            throw failure;
        });
        return answers.stream()
                .filter(answer -> answer.type() == 't')
                .findFirst()
                .orElse(BackendMessage.NO_PARAMETERS);
    }

    /**
     * Returns the name and the type of each column that a table of a query's rows has.
     *
     * @param names of the first columns as they are written, in parentheses; may be empty
     */
    public List<List<Object>> columns(String query, String names, List<Integer> types, FrontendMessage.Bind bind) {
        BackendConnection current = connection.current();
        var texts = bind.inTexts();
        current.query("BEGIN READ WRITE");
        try {
            CatalogSession.rows(current.parse(
                            "CREATE TEMPORARY TABLE moirai_shape " + names + " AS " + query + " WITH NO DATA", types)
                    .run(texts)
                    .sync());
            return current.query("SELECT attname, pg_catalog.format_type(atttypid, atttypmod)"
                    + " FROM pg_catalog.pg_attribute WHERE attrelid = 'pg_temp.moirai_shape'::pg_catalog.regclass"
                    + " AND attnum > 0 ORDER BY attnum");
        } finally {
            if (current.isOpen()) {
                current.query("ROLLBACK");
            }
        }
    }

    /**
     * Executes a block of statements, by a role that has no right to any table; returns what it tells the client, and
     * its end.
     */
    public List<BackendMessage> block(String sql) {
        return connection.block(sql);
    }
}
