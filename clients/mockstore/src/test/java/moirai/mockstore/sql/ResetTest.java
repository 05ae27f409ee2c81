package moirai.mockstore.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.MockStore;
import moirai.mockstore.StoreException;
import moirai.mockstore.StoreOptions;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class ResetTest {

    private static final List<String> STATEMENTS = List.of(
            "INSERT INTO seat (owner) VALUES ('Ann')",
            "INSERT INTO seat (id, owner) VALUES (7, 'Bob') ON CONFLICT (id) DO UPDATE SET owner = 'Bob'",
            "UPDATE seat SET owner = 'Cid' WHERE id = 1",
            "DELETE FROM seat WHERE id = 2",
            "SELECT id, owner FROM seat ORDER BY id",
            "SELECT count(*) FROM seat WHERE owner = 'Bob'",
            "INSERT INTO log VALUES ('seen')",
            "SELECT count(*) FROM log",
            "CREATE TABLE IF NOT EXISTS late (id INT PRIMARY KEY)",
            "DROP TABLE IF EXISTS late",
            "TRUNCATE TABLE log");

    private static StoreOptions options(IsolationLevel level, long seed) {
        return StoreOptions.uniform(level, new Seed(seed));
    }

    private static SqlDatabase filled(StoreOptions options) {
        var database = new SqlDatabase(new MockStore(options));
        try (SqlSession session = database.session()) {
            session.execute("CREATE TABLE seat (id SERIAL PRIMARY KEY, owner TEXT)");
            session.execute("CREATE TABLE log (line TEXT)");
            session.execute("INSERT INTO seat (owner) VALUES ('nobody'), ('nobody')");
        }
        database.keep();
        return database;
    }

    /** What a program of two sessions is told, and what the store has recorded of it. */
    private static String told(SqlDatabase database, List<Integer> program) {
        var told = new StringBuilder();
        try (SqlSession one = database.session();
                SqlSession other = database.session()) {
            for (int index = 0; index < program.size(); index++) {
                SqlSession session = index % 2 == 0 ? one : other;
                try {
                    told.append(
                            session.execute(STATEMENTS.get(program.get(index))).rows());
                } catch (StoreException refused) {
                    told.append(refused.getMessage());
                }
            }
        }
        return told.append(database.store().keys()).toString();
    }

    @Property(tries = 200)
    void nothingOfWhatWasBeforeIsLeft(
            @ForAll @Size(max = 12) List<@IntRange(max = 10) Integer> before,
            @ForAll @Size(max = 12) List<@IntRange(max = 10) Integer> after,
            @ForAll boolean isSerializable,
            @ForAll long seed) {
        IsolationLevel level = isSerializable ? IsolationLevel.STRONG_SESSION_SERIALIZABLE : IsolationLevel.CAUSAL;
        SqlDatabase used = filled(options(IsolationLevel.CAUSAL, 1));
        told(used, before);

        used.reset(options(level, seed));
        SqlDatabase fresh = filled(options(IsolationLevel.CAUSAL, 1));
        fresh.reset(options(level, seed));

        assertThat(told(used, after)).isEqualTo(told(fresh, after));
    }

    @Test
    void anOpenTransactionEndsWithItsHistory() {
        SqlDatabase database = filled(options(IsolationLevel.CAUSAL, 1));
        SqlSession session = database.session();
        session.execute("BEGIN");
        session.execute("UPDATE seat SET owner = 'Ann' WHERE id = 1");

        database.reset(options(IsolationLevel.CAUSAL, 1));

        try (SqlSession other = database.session()) {
            assertThat(other.execute("SELECT count(*) FROM seat WHERE owner = 'Ann'")
                            .rows())
                    .isEqualTo(List.of(List.of(0L)));
        }
        assertThatThrownBy(() -> session.execute("SELECT owner FROM seat WHERE id = 1"))
                .hasMessageContaining("has ended with its history");
        session.execute("ROLLBACK");
        assertThat(session.execute("SELECT owner FROM seat WHERE id = 1").rows())
                .hasSize(1);
    }

    @Test
    void sequencesGoBack() {
        SqlDatabase database = filled(options(IsolationLevel.CAUSAL, 1));
        try (SqlSession session = database.session()) {
            assertThat(session.execute("INSERT INTO seat (owner) VALUES ('Ann') RETURNING id")
                            .rows())
                    .isEqualTo(List.of(List.of(3)));
            database.reset(options(IsolationLevel.CAUSAL, 1));
            assertThat(session.execute("INSERT INTO seat (owner) VALUES ('Ann') RETURNING id")
                            .rows())
                    .isEqualTo(List.of(List.of(3)));
        }
    }
}
