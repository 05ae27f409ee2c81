package moirai.mockstore.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import moirai.history.level.IsolationLevel;
import org.junit.jupiter.api.Test;

/** A statement reads no more of the store than it needs. */
class MinimalReadsTest {

    private final SqlFixture sql = new SqlFixture(IsolationLevel.STRONG_SNAPSHOT_ISOLATION, 1).script("""
            create table account (id int primary key, owner text, balance int, email text unique);
            create table orders (w int, d int, o int, c int, primary key (w, d, o));
            create table line (w int, d int, o int, n int, item int, primary key (w, d, o, n));
            insert into account values (1, 'ann', 10, 'a@x'), (2, 'bob', 20, 'b@x'), (3, 'cid', 30, 'c@x');
            insert into orders values (1, 1, 1, 7), (1, 1, 2, 8), (1, 2, 1, 9), (2, 1, 1, 7);
            insert into line values (1, 1, 1, 1, 5), (1, 1, 2, 1, 6), (1, 1, 2, 2, 7), (1, 2, 1, 1, 8)""");

    @Test
    void aRowIsFoundByItsKeyAlone() {
        assertThat(sql.reads("select balance from account where id = ?", 2))
                .containsExactly("account(2)", "account(2).balance");
        assertThat(sql.reads("select id from account where id = 2")).containsExactly("account(2)");
        assertThat(sql.reads("select id from account where id in (3, 9) and owner = 'cid'"))
                .containsExactly("account(3)", "account(3).owner", "account(9)");
        assertThat(sql.reads("select balance from account where id = ?", "2"))
                .containsExactly("account(2)", "account(2).balance");
        assertThat(sql.reads("select balance from account where id = 2.5")).isEmpty();
        assertThat(sql.reads("select balance from account where id = 2.0")).hasSize(2);
    }

    @Test
    void aRowIsFoundByUniqueValues() {
        assertThat(sql.reads("select balance from account where email = 'b@x'"))
                .containsExactly(
                        "account.account_email_key(b@x)", "account(2)", "account(2).email", "account(2).balance");
        assertThat(sql.reads("select balance from account where email = 'no'"))
                .containsExactly("account.account_email_key(no)");
    }

    @Test
    void aPrefixOfTheKeyLeavesOtherRowsAlone() {
        assertThat(sql.reads("select c from orders where w = 1 and d = 1"))
                .containsExactly("orders(1,1,1)", "orders(1,1,1).c", "orders(1,1,2)", "orders(1,1,2).c");
        assertThat(sql.reads("select max(o) from orders where w = 1 and d = 1 and o < 2"))
                .containsExactly("orders(1,1,1)");
    }

    @Test
    void anArrayOfKeysLeavesOtherRowsAlone() {
        assertThat(sql.reads("select balance from account where id = any('{3,1,3,7}') and balance > 100"))
                .isEqualTo(sql.reads("select balance from account where id in (1, 3, 7) and balance > 100"))
                .startsWith("account(1)");
        assertThat(sql.reads("select c from orders where w = 1 and d = any('{1}') and o < 2"))
                .containsExactly("orders(1,1,1)", "orders(1,1,1).c");
    }

    /** The row that another transaction adds meanwhile is read by the scan that covers it, and by no other. */
    @Test
    void aScanDependsOnRowsOfItsRangeThatComeLater() {
        for (String range : new String[] {"o >= 2", "o < 9", "o > 2", "o between 3 and 5", "o = 5", "o < 2", "o > 5"}) {
            SqlFixture.execute(sql.session, "truncate orders");
            try (SqlSession reader = sql.database.session()) {
                SqlFixture.execute(reader, "begin");
                SqlFixture.execute(reader, "select count(*) from orders where w = 1 and d = 1 and " + range);
                SqlFixture.execute(reader, "rollback");
            }
            assertThat(sql.rows("select count(*) from orders where w = 1 and d = 1 and " + range))
                    .isEqualTo("0");
            sql.run("insert into orders values (1, 1, 5, 0)");
            assertThat(sql.rows("select count(*) from orders where w = 1 and d = 1 and " + range))
                    .isEqualTo(range.equals("o < 2") || range.equals("o > 5") ? "0" : "1");
        }
    }

    @Test
    void conditionsStopAtTheFirstThatFails() {
        assertThat(sql.reads("select email from account where owner = 'bob' and balance > 100"))
                .containsExactly(
                        "account(1)",
                        "account(1).owner",
                        "account(2)",
                        "account(2).owner",
                        "account(2).balance",
                        "account(3)",
                        "account(3).owner");
    }

    @Test
    void aJoinLooksUpRowsByTheKeysThatItHas() {
        assertThat(sql.reads("select item from line l, orders o where o.w = 1 and o.d = 1 and o.o = 2 "
                        + "and l.w = o.w and l.d = o.d and l.o = o.o"))
                .containsExactly(
                        "orders(1,1,2)", "line(1,1,2,1)", "line(1,1,2,1).item", "line(1,1,2,2)", "line(1,1,2,2).item");
    }

    @Test
    void aLimitReadsNoFurther() {
        assertThat(sql.reads("select balance from account limit 1"))
                .containsExactly("account(1)", "account(1).balance");
        assertThat(sql.reads("select owner from account order by id desc limit 1"))
                .containsExactly("account(1)", "account(2)", "account(3)", "account(3).owner");
        assertThat(sql.reads("select 1 where exists (select 1 from account)")).containsExactly("account(1)");
    }

    @Test
    void rowsThatAreNotThereAreReadToo() {
        sql.script("delete from account where id = 2");

        assertThat(sql.reads("select count(*) from account")).containsExactly("account(1)", "account(2)", "account(3)");
    }

    @Test
    void anUpdateReadsWhatItNeeds() {
        assertThat(sql.reads("update account set balance = 0 where id = 1")).containsExactly("account(1)");
        assertThat(sql.reads("update account set balance = balance + 1 where id = 1"))
                .containsExactly("account(1)", "account(1).balance");
        assertThat(sql.reads("insert into account values (9, 'x', 1, 'z@x')"))
                .containsExactly("account(9)", "account.account_email_key(z@x)");
        assertThat(sql.reads("delete from account where id = 9")).containsExactly("account(9)", "account(9).email");
    }

    /**
     * Checks that the range is read, because a transaction that commits later may be ordered before and writes the
     * range that it adds to.
     */
    @Test
    void serializabilityReadsTheRangeOfRowsToo() {
        for (IsolationLevel level :
                List.of(IsolationLevel.STRONG_SESSION_SERIALIZABLE, IsolationLevel.STRICT_SERIALIZABLE)) {
            var serial = new SqlFixture(level, 1)
                    .script("create table t (a int, b int, primary key (a, b)); insert into t values (1, 1)");

            assertThat(serial.reads("select b from t where a = 1")).containsExactly("t(1,*)", "t(1,1)");
        }
    }
}
