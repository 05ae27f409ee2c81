package moirai.mockstore.sql.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.Chooser;
import moirai.mockstore.MockStore;
import moirai.mockstore.StoreOptions;
import moirai.mockstore.levels.ProductLevel;
import moirai.mockstore.levels.StoreLevel;
import moirai.mockstore.sql.SqlDatabase;
import moirai.mockstore.sql.SqlFixture;
import moirai.mockstore.sql.SqlSession;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The setting lock_timeout limits each wait for a lock. */
class LockTimeoutTest {

    private static final String LOCK = "select id from item where id = 1 for update";

    static Stream<StoreLevel> levels() {
        return Stream.of(StoreLevel.of(IsolationLevel.STRICT_SERIALIZABLE), ProductLevel.POSTGRES_READ_COMMITTED);
    }

    private static SqlFixture items(StoreLevel level) {
        var options = new StoreOptions(level, new Seed(1), Chooser.uniform(new Seed(1)));
        return new SqlFixture(new SqlDatabase(new MockStore(options))).script("""
                create table item (id int primary key);
                insert into item values (1), (2)""");
    }

    @ParameterizedTest
    @MethodSource("levels")
    void aWaitForALockEndsWithTheLimit(StoreLevel level) {
        SqlFixture sql = items(level);
        try (SqlSession other = sql.database.session()) {
            sql.run("begin");
            sql.run(LOCK);
            SqlFixture.execute(other, "set lock_timeout = '20ms'");

            assertThat(SqlFixture.error(other, LOCK)).isEqualTo("55P03 canceling statement due to lock timeout");
            sql.run("commit");
            assertThat(SqlFixture.rows(other, LOCK)).isEqualTo("1");
        }
    }

    @ParameterizedTest
    @MethodSource("levels")
    void aLockThatIsReleasedInTimeIsTaken(StoreLevel level) {
        SqlFixture sql = items(level);
        try (SqlSession other = sql.database.session()) {
            sql.run("begin");
            sql.run(LOCK);
            SqlFixture.execute(other, "set lock_timeout = '1min'");
            CompletableFuture<String> waiting = CompletableFuture.supplyAsync(() -> SqlFixture.rows(other, LOCK));

            assertThatThrownBy(() -> waiting.get(30, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
            sql.run("commit");
            assertThat(waiting.join()).isEqualTo("1");
        }
    }
}
