package moirai.mockstore.sql;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.MockStore;
import moirai.mockstore.StoreException;
import moirai.mockstore.StoreOptions;
import moirai.mockstore.sql.types.SqlNull;

/** A database with one session that most tests need. */
public final class SqlFixture {

    public final SqlDatabase database;
    final SqlSession session;

    public SqlFixture(SqlDatabase database) {
        this.database = database;
        session = database.session();
    }

    public SqlFixture(IsolationLevel level, long seed) {
        this(new SqlDatabase(new MockStore(StoreOptions.uniform(level, new Seed(seed)))));
    }

    public SqlFixture() {
        this(IsolationLevel.STRICT_SERIALIZABLE, 1);
    }

    /** Executes each statement of a script. */
    public SqlFixture script(String script) {
        session.split(script).forEach(sql -> execute(session, sql));
        return this;
    }

    public SqlResult run(String sql, Object... parameters) {
        return execute(session, sql, parameters);
    }

    public static SqlResult execute(SqlSession session, String sql, Object... parameters) {
        return session.execute(session.prepare(sql), List.of(parameters));
    }

    /** The rows, columns separated by blanks and rows by a bar. */
    public String rows(String sql, Object... parameters) {
        return rows(session, sql, parameters);
    }

    public static String rows(SqlSession session, String sql, Object... parameters) {
        return String.join(
                " | ",
                execute(session, sql, parameters).rows().stream()
                        .map(row -> String.join(
                                " ",
                                row.stream()
                                        .map(value -> value == SqlNull.NULL ? "null" : value.toString())
                                        .toList()))
                        .toList());
    }

    /** The SQLSTATE and message of an error. */
    String error(String sql, Object... parameters) {
        return error(session, sql, parameters);
    }

    public static String error(SqlSession session, String sql, Object... parameters) {
        try {
            SqlResult result = execute(session, sql, parameters);
            return "no error but " + result.tag() + " " + result.rows();
        } catch (StoreException refused) {
            return refused.sqlState() + " " + refused.getMessage();
        }
    }

    /** Returns the keys that a statement reads, in order; the statement runs in a transaction of its own. */
    public List<String> reads(String sql, Object... parameters) {
        run(sql, parameters);
        var history = database.store().history();
        var keys = database.store().keys();
        int txn = history.txnCount() - 1;
        var reads = new ArrayList<String>();
        for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
            if (!history.isWrite(op)) {
                reads.add(keys.get(Math.toIntExact(history.keyName(history.key(op))))
                        .toString());
            }
        }
        return reads;
    }

    static List<String> list(String... keys) {
        return Arrays.asList(keys);
    }
}
