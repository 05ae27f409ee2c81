package moirai.mockstore.sql;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Definitions that need to look at rows that are there: these are put back one by one. */
class RefilledTableTest {

    private final SqlFixture sql = new SqlFixture();

    @BeforeEach
    void fill() {
        sql.script("create table t (id int not null, n int, s text); insert into t values (1, 5, '7'), (2, null, '8')");
    }

    @Test
    void aPrimaryKeyIsAdded() {
        sql.run("alter table t add primary key (id)");
        assertThat(sql.rows("select * from t order by id")).isEqualTo("1 5 7 | 2 null 8");
        assertThat(sql.error("insert into t values (2, 0, '')")).startsWith("23505");
    }

    @Test
    void aConstraintThatRowsDoNotSatisfyLeavesEverythingAsItWas() {
        assertThat(sql.error("alter table t alter n set not null")).startsWith("23502");
        assertThat(sql.error("alter table t add constraint more check (n > 5)")).startsWith("23514");
        sql.run("insert into t values (1, 5, '9')");
        assertThat(sql.error("create unique index i on t (id)")).startsWith("23505");
        assertThat(sql.error("alter table t add primary key (id)")).startsWith("23505");

        assertThat(sql.rows("select * from t order by s")).isEqualTo("1 5 7 | 2 null 8 | 1 5 9");
        sql.run("insert into t values (3, null, null)");
    }

    @Test
    void aConstraintThatRowsSatisfyIsHeldFromThenOn() {
        sql.run("alter table t add constraint c check (id < 10)");
        sql.run("create unique index i on t (s)");
        assertThat(sql.error("insert into t values (10, 0, '')")).startsWith("23514");
        assertThat(sql.error("insert into t values (3, 0, '8')")).startsWith("23505");
    }

    @Test
    void aColumnTakesAnotherType() {
        sql.run("alter table t alter n type bigint");
        sql.run("alter table t alter s type int using s::int");
        sql.run("update t set n = 5000000000 where id = 2");
        assertThat(sql.rows("select n + s from t order by id")).isEqualTo("12 | 5000000008");
    }

    @Test
    void textBecomesANumberByACastAlone() {
        assertThat(sql.error("alter table t alter s type int")).startsWith("42804");
        assertThat(sql.error("alter table t alter s type int using length(s)")).startsWith("0A000");
        sql.run("update t set s = 'x' where id = 2");
        assertThat(sql.error("alter table t alter s type int using s::int")).startsWith("22P02");
        assertThat(sql.rows("select s from t order by id")).isEqualTo("7 | x");
    }

    @Test
    void whileATransactionIsPendingItIsRefused() {
        var other = sql.database.session();
        other.execute("BEGIN");
        other.execute("select * from t");
        assertThat(sql.error("alter table t add primary key (id)"))
                .startsWith("0A000")
                .contains("pending");
        other.execute("ROLLBACK");
        sql.run("alter table t add primary key (id)");
    }

    @Test
    void generatedKeysAndRowsThatReferToLaterOnesStayAsTheyAre() {
        sql.script("create table node (id int generated always as identity primary key, n int);"
                + "insert into node (n) values (7), (8); delete from node where id = 1");
        sql.run("alter table node alter n set not null");
        assertThat(sql.rows("select * from node")).isEqualTo("2 8");
        sql.run("insert into node (n) values (9)");
        assertThat(sql.rows("select id from node where n = 9")).isEqualTo("3");

        sql.script("create table tree (id int primary key, up int references tree, n int);"
                + "insert into tree values (1, null, 0), (2, null, 0); update tree set up = 2 where id = 1");
        sql.run("alter table tree alter n set not null");
        assertThat(sql.rows("select * from tree order by id")).isEqualTo("1 2 0 | 2 null 0");
        assertThat(sql.error("insert into tree values (3, 9, 0)")).startsWith("23503");
    }

    /** What a transaction has made may have rows of others by the time that it is filled anew. */
    @Test
    void rowsThatOthersAddToATableOfAPendingTransactionAreNotLost() {
        sql.script("begin; create table own (id int); insert into own values (1)");
        try (SqlSession other = sql.database.session()) {
            other.execute("BEGIN");
            other.execute("INSERT INTO own VALUES (2)");
            assertThat(sql.error("alter table own add primary key (id)")).startsWith("0A000");
            other.execute("COMMIT");
        }
    }

    /** The transaction has made the table, and begins in the store with its first row. */
    @Test
    void rowsThatOthersCommitBeforeTheTransactionHasBegunAreNotLost() {
        sql.script("begin; create table own (id int)");
        try (SqlSession other = sql.database.session()) {
            other.execute("INSERT INTO own VALUES (2)");
        }
        sql.script("insert into own values (1); alter table own add primary key (id); commit");
        assertThat(sql.rows("select * from own order by id")).isEqualTo("1 | 2");
    }

    @Test
    void constraintIsAddedWithinTheTransactionThatHasFilledTheTable() {
        sql.script("begin; create table own (id int); insert into own values (1), (2);"
                + " alter table own add primary key (id); update t set n = 0 where n is null;"
                + " alter table t alter n set not null; commit");
        assertThat(sql.rows("select * from own order by id")).isEqualTo("1 | 2");
        assertThat(sql.rows("select n from t order by id")).isEqualTo("5 | 0");
        assertThat(sql.error("insert into own values (2)")).startsWith("23505");
        assertThat(sql.error("insert into t values (3, null, '')")).startsWith("23502");
    }
}
