package moirai.mockstore.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import moirai.mockstore.StoreException;
import org.junit.jupiter.api.Test;

/** Definitions belong to their transaction, as far as it may take them back. */
class DefinitionsOfTransactionsTest {

    private final SqlFixture sql = new SqlFixture();

    @Test
    void aRollbackTakesDefinitionsBack() {
        sql.script("create table t (id int primary key); insert into t values (1)");
        sql.script("begin; create table u (id int); alter table t add n int default 3; alter table t rename to t2;"
                + "create sequence s; create index i on t2 (n)");
        assertThat(sql.rows("select * from t2")).isEqualTo("1 3");
        sql.run("rollback");

        assertThat(sql.rows("select * from t")).isEqualTo("1");
        assertThat(sql.error("select * from u")).startsWith("42P01");
        assertThat(sql.error("select nextval('s')")).startsWith("42P01");
        sql.script("create table u (id int); create sequence s; create index i on t (id)");
    }

    @Test
    void emptiedAndDroppedTablesComeBack() {
        sql.script("create table t (id int primary key); insert into t values (1)");
        sql.script("begin; truncate t; insert into t values (2); rollback");
        assertThat(sql.rows("select * from t")).isEqualTo("1");
        sql.script("begin; drop table t; create table t (id int primary key); insert into t values (7); rollback");
        assertThat(sql.rows("select * from t")).isEqualTo("1");
        assertThat(sql.error("insert into t values (1)")).startsWith("23505");
    }

    @Test
    void aSavepointTakesBackWhatCameAfterIt() {
        sql.script("begin; create table a (id int); savepoint s; create table b (id int); rollback to s; commit");
        assertThat(sql.rows("select * from a")).isEmpty();
        assertThat(sql.error("select * from b")).startsWith("42P01");

        sql.script("begin; savepoint s; create table c (id int); rollback to s; commit");
        assertThat(sql.error("select * from c")).startsWith("42P01");
    }

    @Test
    void aFailedTransactionTakesThemBackToo() {
        sql.script("begin; create table a (id int)");
        assertThat(sql.error("select 1/0")).startsWith("22012");
        sql.run("commit");
        assertThat(sql.error("select * from a")).startsWith("42P01");
    }

    @Test
    void aSequenceThatWasRestartedGoesOnAndNumbersAreNotGivenTwice() {
        sql.script(
                "create table t (id serial primary key); insert into t default values; insert into t default values");
        sql.script("begin; truncate t restart identity; insert into t default values; rollback");
        sql.run("insert into t default values");
        assertThat(sql.rows("select id from t order by id")).isEqualTo("1 | 2 | 3");

        sql.script("begin; create table u (id int); insert into t default values; rollback");
        sql.run("insert into t default values");
        assertThat(sql.rows("select max(id) from t")).isEqualTo("5");
    }

    @Test
    void onlyOneTransactionDefinesAtATime() {
        sql.script("begin; create table a (id int)");
        try (var other = sql.database.session()) {
            assertThatThrownBy(() -> other.execute("create table b (id int)"))
                    .isInstanceOf(StoreException.class)
                    .extracting(error -> ((StoreException) error).sqlState())
                    .isEqualTo("55P03");
            sql.run("commit");
            other.execute("create table b (id int)");
        }
    }

    /** Rows that others add to a table that a rollback replaces would be lost with it. */
    @Test
    void nobodyAddsRowsToATableThatARollbackMayBringBack() {
        sql.script("create table t (id int primary key); insert into t values (1); begin; truncate t");
        try (var other = sql.database.session()) {
            assertRefused(other, "insert into t values (2)");
            sql.run("rollback");
            other.execute("insert into t values (2)");
            assertThat(sql.rows("select * from t order by id")).isEqualTo("1 | 2");

            sql.script("begin; create table u (id int)");
            other.execute("insert into t values (3)");
            sql.run("savepoint s");
            sql.run("drop table t");
            assertRefused(other, "insert into u values (3)");
            sql.script("rollback");
            assertThat(other.execute("select * from t").rows()).hasSize(3);
        }
    }

    private static void assertRefused(SqlSession session, String statement) {
        assertThatThrownBy(() -> session.execute(statement))
                .isInstanceOf(StoreException.class)
                .extracting(error -> ((StoreException) error).sqlState())
                .isEqualTo("55P03");
    }

    @Test
    void whatFailsHalfWayIsTakenBackWhole() {
        sql.script("create table a (id int primary key, n int); create table b (id int, a int references a);"
                + "insert into a values (1, 1); insert into b values (1, 1)");
        assertThat(sql.error("drop table b, missing")).startsWith("42P01");
        assertThat(sql.error("truncate b, missing")).startsWith("42P01");
        assertThat(sql.error("truncate b, a, missing")).startsWith("42P01");
        assertThat(sql.error("alter table a drop column n, add column id int")).startsWith("42701");
        assertThat(sql.rows("select a.id, n, b.a from a, b")).isEqualTo("1 1 1");
    }
}
