package moirai.mockstore.wire.catalog;

import java.util.List;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.types.Bytes;

/**
 * A COPY to a table: the server gets what the client sends, in whatever format, and says which rows it means. They go
 * to a temporary table, so that no default and no constraint of the server's applies.
 */
public final class CopyIn implements AutoCloseable {

    private static final String ROWS = "pg_temp.moirai_copy";

    private final BackendConnection connection;
    private final BackendMessage expected;
    private boolean isDone;

    CopyIn(BackendConnection connection, String table, String columns, String options) {
        this.connection = connection;
        connection.query("BEGIN READ WRITE");
        try {
            connection.query("CREATE TEMPORARY TABLE moirai_copy ON COMMIT DROP AS SELECT "
                    + (columns.isBlank() ? "*" : columns) + " FROM " + table + " WITH NO DATA");
            expected = connection.begin("COPY " + ROWS + " FROM STDIN" + options);
        } catch (StoreException failure) {
            connection.query("ROLLBACK");
            throw failure;
        }
    }

    /** Returns the message that tells the client what to send. */
    public BackendMessage expected() {
        return expected;
    }

    /** Adds a part of what the client sends. */
    public void data(Bytes part) {
        connection.data(part.toArray());
    }

    /**
     * Ends the copying.
     *
     * @return the rows, each value a String or {@link moirai.mockstore.sql.types.SqlNull}
     * @throws StoreException if PostgreSQL does not understand what was sent
     */
    public List<List<Object>> rows() {
        connection.done();
        isDone = true;
        BackendMessage.failure(connection.answers()).ifPresent(failure -> {
            throw failure;
        });
        return connection.query("SELECT * FROM " + ROWS);
    }

    /** Forgets the rows. If the copying has not ended, the server's session ends with it. */
    @Override
    public void close() {
        if (isDone && connection.isOpen()) {
            connection.query("ROLLBACK");
        } else {
            connection.close();
        }
    }
}
