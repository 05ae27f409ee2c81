package moirai.mockstore.sql;

import static org.assertj.core.api.Assertions.assertThat;

import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.MockStore;
import moirai.mockstore.StoreException;
import moirai.mockstore.StoreOptions;
import moirai.mockstore.choice.Policy;
import moirai.mockstore.levels.ProductLevel;
import moirai.mockstore.levels.StoreLevel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** LOCK TABLE: what it would give, serializable levels give. */
class LockTableTest {

    private static SqlSession session(StoreLevel level) {
        var options = new StoreOptions(level, new Seed(1), Policy.UNIFORM.chooser(new Seed(1)));
        SqlSession session = new SqlDatabase(new MockStore(options)).session();
        session.execute("CREATE TABLE account (id INT PRIMARY KEY)");
        return session;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "LOCK account",
                "LOCK TABLE ONLY account, account * IN ACCESS SHARE MODE",
                "LOCK TABLE account IN ROW SHARE MODE NOWAIT",
                "LOCK TABLE account IN ROW EXCLUSIVE MODE",
                "LOCK TABLE account IN SHARE UPDATE EXCLUSIVE MODE",
                "LOCK TABLE account IN SHARE MODE",
                "lock table public.account in share row exclusive mode",
                "LOCK TABLE account IN EXCLUSIVE MODE",
                "LOCK TABLE account IN ACCESS EXCLUSIVE MODE"
            })
    void isAcceptedInATransaction(String sql) {
        SqlSession session = session(StoreLevel.of(IsolationLevel.STRICT_SERIALIZABLE));
        assertThat(state(session, sql)).isEqualTo("25P01");
        session.execute("BEGIN");

        assertThat(session.execute(sql).tag()).isEqualTo("LOCK TABLE");
    }

    @Test
    void isWrongWithoutAKnownModeOrTable() {
        SqlSession session = session(StoreLevel.of(IsolationLevel.STRONG_SESSION_SERIALIZABLE));
        assertThat(state(session, "LOCK TABLE account IN NO MODE")).isEqualTo("42601");
        assertThat(state(session, "LOCK TABLE account IN SHARE")).isEqualTo("42601");
        session.execute("BEGIN");
        assertThat(state(session, "LOCK TABLE missing")).isEqualTo("42P01");
    }

    @Test
    void isRefusedByNameWhereNothingGivesWhatItWould() {
        for (StoreLevel level :
                new StoreLevel[] {StoreLevel.of(IsolationLevel.CAUSAL), ProductLevel.POSTGRES_READ_COMMITTED}) {
            SqlSession session = session(level);
            session.execute("BEGIN");
            assertThat(state(session, "LOCK TABLE account")).isEqualTo("0A000");
        }
    }

    private static String state(SqlSession session, String sql) {
        try {
            session.execute(sql);
            return "";
        } catch (StoreException refused) {
            return refused.sqlState();
        }
    }
}
