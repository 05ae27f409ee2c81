package moirai.mockstore.sql;

import static org.assertj.core.api.Assertions.assertThat;

import moirai.history.level.IsolationLevel;
import moirai.mockstore.StoreLevels;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** FOR UPDATE with SKIP LOCKED and NOWAIT: rows that other transactions have locked or changed. */
class SkipLockedTest {

    private static final String TAKE =
            "select id from job where state = 'new' order by id limit 1 for update skip locked";

    private static SqlFixture jobs(IsolationLevel level) {
        var sql = new SqlFixture(level, 1).script("""
                create table job (id int primary key, state text);
                insert into job values (1, 'new'), (2, 'new'), (3, 'done')""");
        sql.database.store().checkpoint();
        return sql;
    }

    static IsolationLevel[] levels() {
        return StoreLevels.all().toArray(IsolationLevel[]::new);
    }

    @ParameterizedTest
    @MethodSource("levels")
    void eachSessionTakesARowOfItsOwn(IsolationLevel level) {
        SqlFixture sql = jobs(level);
        try (SqlSession other = sql.database.session();
                SqlSession third = sql.database.session()) {
            sql.run("begin");
            SqlFixture.execute(other, "begin");
            assertThat(sql.rows(TAKE)).isEqualTo("1");
            assertThat(SqlFixture.rows(other, TAKE)).isEqualTo("2");
            assertThat(SqlFixture.rows(third, TAKE)).isEmpty();
            sql.run("rollback");
            assertThat(SqlFixture.rows(third, TAKE)).isEqualTo("1");
        }
    }

    /** Whatever the level lets other reads see, a row that is locked is seen as it was committed last. */
    @ParameterizedTest
    @MethodSource("levels")
    void aJobThatIsDoneIsNotTakenAgain(IsolationLevel level) {
        SqlFixture sql = jobs(level);
        try (SqlSession other = sql.database.session()) {
            sql.run("update job set state = 'done' where id = 1");

            assertThat(SqlFixture.rows(other, TAKE)).isEqualTo("2");
        }
    }

    @Test
    void rowsThatAreNotReturnedAreNotLocked() {
        SqlFixture sql = jobs(IsolationLevel.CAUSAL);
        try (SqlSession other = sql.database.session()) {
            sql.run("begin");
            assertThat(sql.rows("select id from job where state = 'new' limit 1 for update skip locked"))
                    .isEqualTo("1");

            assertThat(SqlFixture.rows(other, "select id from job order by id for update skip locked"))
                    .isEqualTo("2 | 3");
            assertThat(SqlFixture.rows(other, "select id from job where id > 1 order by id for update nowait"))
                    .isEqualTo("2 | 3");
        }
    }

    @Test
    void aRowThatAnotherTransactionHasChangedIsLockedByIt() {
        SqlFixture sql = jobs(IsolationLevel.CAUSAL);
        try (SqlSession other = sql.database.session()) {
            sql.run("begin");
            sql.run("update job set state = 'taken' where id = 1");

            assertThat(SqlFixture.rows(other, TAKE)).isEqualTo("2");
            assertThat(SqlFixture.error(other, "select id from job where state = 'new' for update nowait"))
                    .isEqualTo("55P03 could not obtain lock on row in relation \"job\"");
            sql.run("commit");
            assertThat(SqlFixture.rows(other, "select id from job where state = 'taken' for update nowait"))
                    .isEqualTo("1");
        }
    }
}
