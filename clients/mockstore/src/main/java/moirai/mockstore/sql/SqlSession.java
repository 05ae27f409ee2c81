package moirai.mockstore.sql;

import java.util.List;
import moirai.mockstore.MockStore;
import moirai.mockstore.StoreException;

/**
 * One connection's statements, for one thread at a time. Errors are those of PostgreSQL where it has one: a statement
 * that fails in a transaction fails the transaction, which then accepts nothing but its rollback (SQLSTATE 25P02).
 */
@SuppressWarnings({"DoNotCallSuggester", "ObjectToString", "UnusedVariable"})
public final class SqlSession implements AutoCloseable {

    /** Where the session stands between two statements. */
    public enum Status {
        /** No transaction: the next statement begins one, and commits it unless it is BEGIN. */
        IDLE,
        /** In a transaction. */
        ACTIVE,
        /** In a transaction that failed. */
        FAILED
    }

    private final SqlDatabase database;

    SqlSession(SqlDatabase database) {
        this.database = database;
    }

    public Status status() {
        return Status.IDLE;
    }

    /**
     * Understands a statement; nothing is executed.
     *
     * @param sql one statement; parameters are {@code ?} or {@code $1}
     * @throws StoreException if it is not SQL (SQLSTATE 42601), names what does not exist (42P01, 42703 and others), or
     *     needs what is not supported (0A000, with the construct's name)
     */
    public PreparedSql prepare(String sql) {
        throw new StoreException("0A000", "not there yet: " + sql + " on " + store());
    }

    /**
     * Understands each statement of a script, separated by semicolons. A later one may name what an earlier one creates,
     * so each is understood when it is taken.
     */
    public List<String> split(String script) {
        return List.of(script);
    }

    /**
     * Executes a statement, in the session's transaction, or if it has none in one of its own. {@code BEGIN},
     * {@code COMMIT}, {@code ROLLBACK}, {@code SAVEPOINT}, {@code SET} and {@code SHOW} are statements like others.
     *
     * @param parameters as {@link moirai.mockstore.sql.types.SqlType} represents them; a String is converted to what its
     *     place asks for
     */
    public SqlResult execute(PreparedSql statement, List<Object> parameters) {
        throw new StoreException("0A000", "not there yet: " + statement.sql() + parameters);
    }

    private MockStore store() {
        return database.store();
    }

    /** Aborts what is pending; the session cannot be used again. */
    @Override
    public void close() {}
}
