package moirai.mockstore.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.Function;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.StoreException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Checks which anomalies occur in SQL at weak levels, and not at strong ones. */
@Tag("long")
class AnomalyTest {

    private static final int SEEDS = 60;

    /**
     * Returns the number of seeds at which the scenario shows the anomaly; a transaction that is refused shows none.
     */
    private static int shown(IsolationLevel level, String setup, Function<SqlFixture, Boolean> scenario) {
        int count = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            var sql = new SqlFixture(level, seed).script(setup);
            sql.database.store().checkpoint();
            try {
                count += scenario.apply(sql) ? 1 : 0;
            } catch (StoreException conflict) {
                assertThat(conflict.isConflict()).as(conflict.getMessage()).isTrue();
            }
        }
        return count;
    }

    private static final String ACCOUNT =
            "create table account (id int primary key, balance int); insert into account values (1, 10), (2, 10)";

    private static boolean lostUpdate(SqlFixture sql) {
        SqlSession one = sql.session;
        try (SqlSession other = sql.database.session()) {
            SqlFixture.execute(one, "begin");
            SqlFixture.execute(other, "begin");
            SqlFixture.execute(one, "update account set balance = balance + 1 where id = 1");
            SqlFixture.execute(other, "update account set balance = balance + 1 where id = 1");
            SqlFixture.execute(one, "commit");
            SqlFixture.execute(other, "commit");
            return SqlFixture.rows(other, "select balance from account where id = 1")
                    .equals("11");
        }
    }

    @Test
    void aLostUpdateIsFoundBelowSnapshotIsolationOnly() {
        assertThat(shown(IsolationLevel.STRONG_SESSION_MONOTONIC_ATOMIC_VIEW, ACCOUNT, AnomalyTest::lostUpdate))
                .isPositive();
        assertThat(shown(IsolationLevel.CAUSAL, ACCOUNT, AnomalyTest::lostUpdate))
                .isPositive();
        assertThat(shown(IsolationLevel.STRONG_SESSION_SNAPSHOT_ISOLATION, ACCOUNT, AnomalyTest::lostUpdate))
                .isZero();
        assertThat(shown(IsolationLevel.STRONG_SESSION_SERIALIZABLE, ACCOUNT, AnomalyTest::lostUpdate))
                .isZero();
    }

    private static boolean deletedAndUpdated(SqlFixture sql) {
        SqlSession one = sql.session;
        try (SqlSession other = sql.database.session()) {
            SqlFixture.execute(one, "begin");
            SqlFixture.execute(other, "begin");
            SqlFixture.execute(one, "update account set balance = 0 where id = 1");
            SqlFixture.execute(other, "delete from account where id = 1");
            SqlFixture.execute(one, "commit");
            SqlFixture.execute(other, "commit");
            return true;
        }
    }

    /** Databases that lock rows would refuse one of them; here the unit is the cell. */
    @Test
    void aRowCanBeDeletedWhileAnotherTransactionUpdatesIt() {
        assertThat(shown(IsolationLevel.STRONG_SESSION_SNAPSHOT_ISOLATION, ACCOUNT, AnomalyTest::deletedAndUpdated))
                .isEqualTo(SEEDS);
    }

    /** Both insert a row if there is none; each row has a key that nobody knew before. */
    private static boolean doubleInsert(SqlFixture sql) {
        SqlSession one = sql.session;
        try (SqlSession other = sql.database.session()) {
            SqlFixture.execute(one, "begin");
            SqlFixture.execute(other, "begin");
            boolean first = SqlFixture.rows(one, "select count(*) from account where balance > 50")
                    .equals("0");
            boolean second = SqlFixture.rows(other, "select count(*) from account where balance > 50")
                    .equals("0");
            SqlFixture.execute(one, "insert into account values (3, 100)");
            SqlFixture.execute(other, "insert into account values (4, 100)");
            SqlFixture.execute(one, "commit");
            SqlFixture.execute(other, "commit");
            return first && second;
        }
    }

    @Test
    void aPhantomMakesAWriteSkewBelowSerializabilityOnly() {
        assertThat(shown(IsolationLevel.STRONG_SESSION_SNAPSHOT_ISOLATION, ACCOUNT, AnomalyTest::doubleInsert))
                .isPositive();
        assertThat(shown(IsolationLevel.STRONG_SESSION_SERIALIZABLE, ACCOUNT, AnomalyTest::doubleInsert))
                .isZero();
    }

    /** Sees one of two updates of a transaction. */
    private static boolean tornRead(SqlFixture sql) {
        SqlFixture.execute(sql.session, "begin");
        SqlFixture.execute(sql.session, "update account set balance = 5 where id = 1");
        SqlFixture.execute(sql.session, "update account set balance = 15 where id = 2");
        SqlFixture.execute(sql.session, "commit");
        try (SqlSession other = sql.database.session()) {
            return !SqlFixture.rows(other, "select sum(balance) from account").equals("20");
        }
    }

    @Test
    void aTransactionIsSeenInPartAtReadCommittedOnly() {
        assertThat(shown(IsolationLevel.STRONG_SESSION_MONOTONIC_ATOMIC_VIEW, ACCOUNT, AnomalyTest::tornRead))
                .isPositive();
        assertThat(shown(IsolationLevel.READ_ATOMIC, ACCOUNT, AnomalyTest::tornRead))
                .isZero();
        assertThat(shown(IsolationLevel.CAUSAL, ACCOUNT, AnomalyTest::tornRead)).isZero();
    }

    /** Counts rows, and then sees what came with a row that it did not count; the row's key was not known before. */
    private static boolean missedRow(SqlFixture sql) {
        SqlSession one = sql.session;
        try (SqlSession other = sql.database.session()) {
            SqlFixture.execute(one, "begin");
            boolean missed =
                    SqlFixture.rows(one, "select count(*) from account").equals("2");
            SqlFixture.execute(other, "begin");
            SqlFixture.execute(other, "insert into account values (3, 0)");
            SqlFixture.execute(other, "update account set balance = 99 where id = 1");
            SqlFixture.execute(other, "commit");
            boolean seen = SqlFixture.rows(one, "select balance from account where id = 1")
                    .equals("99");
            SqlFixture.execute(one, "commit");
            return missed && seen;
        }
    }

    @Test
    void aScanIsAtomicWithRowsThatCameLater() {
        assertThat(shown(IsolationLevel.STRONG_SESSION_MONOTONIC_ATOMIC_VIEW, ACCOUNT, AnomalyTest::missedRow))
                .isPositive();
        assertThat(shown(IsolationLevel.READ_ATOMIC, ACCOUNT, AnomalyTest::missedRow))
                .isZero();
        assertThat(shown(IsolationLevel.STRONG_SESSION_SNAPSHOT_ISOLATION, ACCOUNT, AnomalyTest::missedRow))
                .isZero();
    }

    /** Counts rows of a range outside which another transaction adds one. */
    private static boolean missedOutside(SqlFixture sql) {
        SqlSession one = sql.session;
        try (SqlSession other = sql.database.session()) {
            SqlFixture.execute(one, "begin");
            SqlFixture.rows(one, "select count(*) from account where id between 0 and 2");
            SqlFixture.execute(other, "begin");
            SqlFixture.execute(other, "insert into account values (3, 0)");
            SqlFixture.execute(other, "update account set balance = 99 where id = 1");
            SqlFixture.execute(other, "commit");
            return SqlFixture.rows(one, "select balance from account where id = 1")
                    .equals("99");
        }
    }

    @Test
    void aScanOfARangeDoesNotDependOnRowsOutside() {
        assertThat(shown(IsolationLevel.READ_ATOMIC, ACCOUNT, AnomalyTest::missedOutside))
                .isPositive();
    }

    /** Locks what it reads before it changes it. */
    private static boolean lostUpdateInSpiteOfLocks(SqlFixture sql) {
        for (int round = 0; round < 2; round++) {
            try (SqlSession session = sql.database.session()) {
                SqlFixture.execute(session, "begin");
                int balance = Integer.parseInt(
                        SqlFixture.rows(session, "select balance from account where id = 1 for update"));
                SqlFixture.execute(session, "update account set balance = $1 where id = 1", balance + 1);
                SqlFixture.execute(session, "commit");
            }
        }
        try (SqlSession session = sql.database.session()) {
            return SqlFixture.rows(session, "select balance from account where id = 1 for update")
                    .equals("11");
        }
    }

    @Test
    void forUpdateReadsWhatWasCommittedLast() {
        assertThat(shown(
                        IsolationLevel.STRONG_SESSION_MONOTONIC_ATOMIC_VIEW,
                        ACCOUNT,
                        AnomalyTest::lostUpdateInSpiteOfLocks))
                .isZero();
        assertThat(shown(IsolationLevel.CAUSAL, ACCOUNT, AnomalyTest::lostUpdateInSpiteOfLocks))
                .isZero();
    }

    /** Both lock a row that neither changes, one after the other, and insert another if there is none. */
    private static boolean doubleInsertUnderALock(SqlFixture sql) {
        try (SqlSession other = sql.database.session()) {
            for (SqlSession session : List.of(sql.session, other)) {
                SqlFixture.execute(session, "begin");
                SqlFixture.rows(session, "select balance from account where id = 1 for update");
                if (SqlFixture.rows(session, "select count(*) from account where balance > 50")
                        .equals("0")) {
                    SqlFixture.execute(session, "insert into account values (" + (session == other ? 7 : 8) + ", 60)");
                }
                SqlFixture.execute(session, "commit");
            }
            sql.database.store().checkpoint();
            return SqlFixture.rows(other, "select count(*) from account where balance > 50")
                    .equals("2");
        }
    }

    /** As in PostgreSQL, whose REPEATABLE READ has its snapshot from before the lock. */
    @Test
    void whoLocksARowSeesWhatItsFormerHolderDidUnlessASnapshotForbids() {
        assertThat(shown(
                        IsolationLevel.STRONG_SESSION_MONOTONIC_ATOMIC_VIEW,
                        ACCOUNT,
                        AnomalyTest::doubleInsertUnderALock))
                .isZero();
        assertThat(shown(IsolationLevel.CAUSAL, ACCOUNT, AnomalyTest::doubleInsertUnderALock))
                .isZero();
        assertThat(shown(
                        IsolationLevel.STRONG_SESSION_SNAPSHOT_ISOLATION, ACCOUNT, AnomalyTest::doubleInsertUnderALock))
                .isPositive();
        assertThat(shown(IsolationLevel.STRONG_SESSION_SERIALIZABLE, ACCOUNT, AnomalyTest::doubleInsertUnderALock))
                .isZero();
    }
}
