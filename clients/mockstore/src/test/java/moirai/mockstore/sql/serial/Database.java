package moirai.mockstore.sql.serial;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.Chooser;
import moirai.mockstore.MockStore;
import moirai.mockstore.Schedule;
import moirai.mockstore.StoreException;
import moirai.mockstore.StoreOptions;
import moirai.mockstore.sql.SqlDatabase;
import moirai.mockstore.sql.SqlResult;
import moirai.mockstore.sql.SqlSession;

/** The tables of a program, with their first rows in the initial state. */
final class Database {

    final SqlDatabase sql;

    Database(IsolationLevel level, Chooser chooser, Program program) {
        sql = new SqlDatabase(new MockStore(new StoreOptions(
                level, new Seed(1), chooser, Schedule.interleaved().withWait(1))));
        try (SqlSession session = sql.session()) {
            Program.TABLES.forEach(statement -> execute(session, statement));
            if (!program.isIndexedLate()) {
                program.indexes().forEach(index -> define(session, index));
            }
            execute(session, "BEGIN");
            for (String row : program.rows()) {
                execute(session, "SAVEPOINT row");
                if (execute(session, row).startsWith("error")) {
                    execute(session, "ROLLBACK TO row");
                }
            }
            execute(session, "COMMIT");
            if (program.isIndexedLate()) {
                program.indexes().forEach(index -> define(session, index));
            }
        }
        sql.store().checkpoint();
    }

    private static void define(SqlSession session, String definition) {
        assertThat(execute(session, definition)).startsWith("CREATE INDEX");
    }

    /** One transaction at a time: each reads what the last one left. There are no indexes. */
    static Database serial(List<String> rows) {
        var bare = new Program(List.of(), false, rows, List.of());
        return new Database(IsolationLevel.STRICT_SERIALIZABLE, Chooser.latest(new Seed(1)), bare);
    }

    /** Returns the answer to a statement, with the rows in an order that does not depend on hidden keys. */
    static String execute(SqlSession session, String statement) {
        try {
            SqlResult result = session.execute(session.prepare(statement), List.of());
            return result.tag() + " "
                    + result.rows().stream().map(Object::toString).sorted().toList();
        } catch (StoreException e) {
            return "error " + e.sqlState();
        }
    }

    /** Runs a transaction to its end; the answers of its statements. */
    List<String> run(List<String> statements) {
        try (SqlSession session = sql.session()) {
            execute(session, "BEGIN");
            List<String> answers = statements.stream()
                    .map(statement -> execute(session, statement))
                    .toList();
            execute(session, "COMMIT");
            return answers;
        }
    }
}
