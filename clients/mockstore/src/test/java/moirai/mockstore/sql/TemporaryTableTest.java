package moirai.mockstore.sql;

import static org.assertj.core.api.Assertions.assertThat;

import moirai.history.Seed;
import moirai.mockstore.Chooser;
import moirai.mockstore.MockStore;
import moirai.mockstore.Schedule;
import moirai.mockstore.StoreLevels;
import moirai.mockstore.StoreOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables that sessions have for themselves. */
class TemporaryTableTest {

    private static SqlDatabase database(String level) {
        var seed = new Seed(7);
        return new SqlDatabase(new MockStore(new StoreOptions(
                StoreLevels.ALL.named(level).orElseThrow(), seed, Chooser.uniform(seed), Schedule.interleaved())));
    }

    /** A weak level may show old values of shared tables, and never of those of the session. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "read-committed",
                "read-atomic",
                "causal",
                "snapshot-isolation",
                "serializable",
                "postgres-read-committed",
                "postgres-repeatable-read"
            })
    void aSessionReadsWhatItWroteLast(String level) {
        try (SqlSession session = database(level).session()) {
            session.execute("CREATE TEMP TABLE t (id int PRIMARY KEY, n int)");
            session.execute("INSERT INTO t VALUES (1, 0)");
            for (int n = 1; n <= 30; n++) {
                session.execute("UPDATE t SET n = n + 1 WHERE id = 1");
                assertThat(SqlFixture.rows(session, "SELECT n FROM t")).isEqualTo(String.valueOf(n));
            }
        }
    }

    @Test
    void eachSessionHasItsOwn() {
        SqlDatabase database = database("strict-serializable");
        try (SqlSession one = database.session();
                SqlSession other = database.session()) {
            one.execute("CREATE TABLE t (n int)");
            one.execute("INSERT INTO t VALUES (0)");
            one.execute("CREATE TEMP TABLE t (n int)");
            other.execute("BEGIN");
            other.execute("CREATE TEMP TABLE t (n int)");
            one.execute("INSERT INTO t VALUES (1)");
            other.execute("INSERT INTO t VALUES (2)");

            assertThat(SqlFixture.rows(one, "SELECT * FROM t")).isEqualTo("1");
            assertThat(SqlFixture.rows(other, "SELECT * FROM t")).isEqualTo("2");
            other.execute("ROLLBACK");
            assertThat(SqlFixture.rows(other, "SELECT * FROM t")).isEqualTo("0");
            assertThat(SqlFixture.rows(one, "SELECT * FROM t")).isEqualTo("1");
        }
        assertThat(database.catalog().definitions().tables()).containsOnlyKeys("t");
    }

    @Test
    void itIsGoneWithItsSession() {
        SqlDatabase database = database("strict-serializable");
        try (SqlSession session = database.session()) {
            session.execute("CREATE TEMP TABLE t (id serial PRIMARY KEY)");
            session.execute("INSERT INTO t DEFAULT VALUES");
        }
        try (SqlSession next = database.session()) {
            assertThat(SqlFixture.error(next, "SELECT * FROM t")).startsWith("42P01");
            assertThat(database.storage().knownRowCount()).isZero();
        }
    }

    @Test
    void aDefinitionThatAnotherTakesBackLeavesIt() {
        SqlDatabase database = database("strict-serializable");
        try (SqlSession one = database.session();
                SqlSession other = database.session()) {
            other.execute("BEGIN");
            other.execute("CREATE TABLE shared (n int)");
            one.execute("CREATE TEMP TABLE t (n int)");
            one.execute("INSERT INTO t VALUES (1)");
            other.execute("ROLLBACK");

            assertThat(SqlFixture.rows(one, "SELECT * FROM t")).isEqualTo("1");
        }
    }

    @Test
    void itsRowsAreNoPartOfTheHistory() {
        SqlDatabase database = database("strict-serializable");
        try (SqlSession session = database.session()) {
            session.execute("CREATE TEMP TABLE t (id int PRIMARY KEY, n int)");
            session.execute("INSERT INTO t VALUES (1, 2)");

            assertThat(database.store().values(key -> true)).isEmpty();
        }
    }
}
