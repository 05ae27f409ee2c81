package moirai.mockstore.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.Chooser;
import moirai.mockstore.MockStore;
import moirai.mockstore.Schedule;
import moirai.mockstore.StoreOptions;
import moirai.mockstore.levels.ProductLevel;
import moirai.mockstore.levels.StoreLevel;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Foreign keys that are checked when the transaction commits. */
class DeferredForeignKeyTest {

    private static final String NAME = "child_parent_fkey";

    static List<StoreLevel> levels() {
        return List.of(
                ProductLevel.POSTGRES_READ_COMMITTED,
                ProductLevel.POSTGRES_REPEATABLE_READ,
                StoreLevel.of(IsolationLevel.STRONG_SESSION_SERIALIZABLE),
                StoreLevel.of(IsolationLevel.STRICT_SERIALIZABLE));
    }

    private static SqlFixture sql(StoreLevel level) {
        var options = new StoreOptions(level, new Seed(1), Chooser.latest(new Seed(1)), Schedule.interleaved());
        return new SqlFixture(new SqlDatabase(new MockStore(options))).script("""
                create table parent (id int primary key, name text);
                create table child (id int primary key, parent int references parent deferrable initially deferred);
                insert into parent values (1, 'one');
                insert into child values (1, 1)""");
    }

    private static void assertViolated(SqlFixture sql, String statement) {
        assertThat(sql.error(statement)).startsWith("23503").contains(NAME);
        assertThat(sql.session.status()).isEqualTo(SqlSession.Status.IDLE);
    }

    @ParameterizedTest
    @MethodSource("levels")
    void aChildMayComeBeforeItsParent(StoreLevel level) {
        SqlFixture sql = sql(level).script("""
                begin;
                insert into child values (2, 7);
                insert into parent values (7, 'seven');
                commit""");

        assertThat(sql.rows("select c.id, p.name from child c join parent p on p.id = c.parent order by 1"))
                .isEqualTo("1 one | 2 seven");
    }

    @ParameterizedTest
    @MethodSource("levels")
    void aChildWithoutParentFailsAtTheCommitAndTakesAllWithIt(StoreLevel level) {
        SqlFixture sql =
                sql(level).script("begin; insert into parent values (2, 'two'); insert into child values (2, 7)");

        assertThat(sql.rows("select parent from child where id = 2")).isEqualTo("7");
        assertViolated(sql, "commit");
        assertThat(sql.rows("select id from parent order by 1")).isEqualTo("1");
        assertThat(sql.rows("select id from child order by 1")).isEqualTo("1");
    }

    /** The commit of a transaction of one statement follows at once. */
    @ParameterizedTest
    @MethodSource("levels")
    void aStatementAloneIsItsOwnTransaction(StoreLevel level) {
        SqlFixture sql = sql(level);

        assertViolated(sql, "insert into child values (2, 7)");
        assertViolated(sql, "update child set parent = 7");
        assertViolated(sql, "delete from parent");
        assertThat(sql.rows("select * from child")).isEqualTo("1 1");
        assertThat(sql.rows("select id from parent")).isEqualTo("1");
    }

    @ParameterizedTest
    @MethodSource("levels")
    void theViolatingRowMayBeRepairedOrGo(StoreLevel level) {
        SqlFixture sql = sql(level).script("""
                begin;
                insert into child values (2, 7), (3, 8), (4, 9);
                update child set parent = 1 where id = 2;
                update child set parent = null where id = 3;
                delete from child where id = 4;
                commit""");

        assertThat(sql.rows("select * from child order by 1")).isEqualTo("1 1 | 2 1 | 3 null");
    }

    @ParameterizedTest
    @MethodSource("levels")
    void aParentMayGoBeforeItsChildren(StoreLevel level) {
        SqlFixture sql = sql(level).script("begin; delete from parent where id = 1; delete from child; commit");

        assertThat(sql.rows("select id from parent")).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("levels")
    void aParentMayComeBack(StoreLevel level) {
        SqlFixture sql = sql(level)
                .script("begin; delete from parent where id = 1; insert into parent values (1, 'new'); commit;"
                        + "begin; update parent set id = 5 where id = 1;"
                        + " update parent set id = 1 where id = 5; commit");

        assertThat(sql.rows("select * from parent")).isEqualTo("1 new");
    }

    @ParameterizedTest
    @MethodSource("levels")
    void aParentThatIsMissedFailsAtTheCommit(StoreLevel level) {
        SqlFixture sql = sql(level).script("begin; delete from parent where id = 1");

        assertThat(sql.rows("select id from parent")).isEmpty();
        assertViolated(sql, "commit");
        assertThat(sql.rows("select id from parent")).isEqualTo("1");

        sql.script("begin; update parent set id = 2");
        assertViolated(sql, "commit");
        assertThat(sql.rows("select id from parent")).isEqualTo("1");
    }

    /** What was noted after a savepoint is gone with it, and what was noted before it stays. */
    @ParameterizedTest
    @MethodSource("levels")
    void aSavepointTakesBackWhatWouldViolate(StoreLevel level) {
        SqlFixture sql = sql(level).script("""
                begin; savepoint s;
                insert into child values (2, 7);
                rollback to s;
                commit;
                begin; savepoint s;
                delete from parent;
                rollback to s;
                commit""");
        assertThat(sql.rows("select id from parent")).isEqualTo("1");

        sql.script("begin; insert into child values (2, 7); savepoint s;"
                + " insert into parent values (7, 'x'); rollback to s");
        assertViolated(sql, "commit");
    }

    @ParameterizedTest
    @MethodSource("levels")
    void constraintsCanBeCheckedSooner(StoreLevel level) {
        SqlFixture sql = sql(level).script("begin; insert into child values (2, 7)");

        assertThat(sql.error("set constraints all immediate")).startsWith("23503");
        assertThat(sql.error("select 1")).startsWith("25P02");
        assertThat(sql.run("commit").tag()).isEqualTo("ROLLBACK");

        sql.script("begin; insert into child values (2, 7); insert into parent values (7, 'x');" + "set constraints "
                + NAME + " immediate");
        assertThat(sql.error("insert into child values (3, 8)")).startsWith("23503");
        sql.run("rollback");
    }

    @ParameterizedTest
    @MethodSource("levels")
    void immediateConstraintsAreDeferredAgain(StoreLevel level) {
        SqlFixture sql = sql(level).script("""
                begin;
                set constraints all immediate;
                set constraints CHILD_parent_fkey deferred;
                insert into child values (2, 7);
                insert into parent values (7, 'x');
                commit""");

        assertThat(sql.rows("select parent from child where id = 2")).isEqualTo("7");
    }

    /** SET CONSTRAINTS ends with its transaction, and without one it says nothing. */
    @ParameterizedTest
    @MethodSource("levels")
    void theNextTransactionDefersAsItIsDefined(StoreLevel level) {
        SqlFixture sql =
                sql(level).script("set constraints all immediate; begin; set constraints all immediate; commit");

        sql.script("begin; insert into child values (2, 7); insert into parent values (7, 'x'); commit");
        assertThat(sql.rows("select count(*) from child")).isEqualTo("2");
    }

    @ParameterizedTest
    @MethodSource("levels")
    void onlyConstraintsThatCanWaitAreNamed(StoreLevel level) {
        SqlFixture sql = sql(level).script("create table other (parent int constraint now references parent); begin");

        assertThat(sql.error("set constraints nope deferred"))
                .startsWith("42704")
                .contains("constraint \"nope\" does not exist");
        sql.script("rollback; begin");
        assertThat(sql.error("set constraints now deferred"))
                .startsWith("42809")
                .contains("constraint \"now\" is not deferrable");
    }

    /** Two sessions, of which the one removes what the other is about to refer to. */
    @ParameterizedTest
    @MethodSource("levels")
    void aParentThatAnotherTransactionRemovesIsMissed(StoreLevel level) {
        SqlFixture sql = sql(level).script("insert into parent values (2, 'two')");
        SqlSession other = sql.database.session();
        sql.script("begin; insert into child values (2, 2)");
        SqlFixture.execute(other, "delete from parent where id = 2");

        assertThat(sql.error("commit")).matches("(?s)(23503|40001).*");
        assertThat(sql.rows("select id from child")).isEqualTo("1");
    }

    @ParameterizedTest
    @MethodSource("levels")
    void aParentThatAnotherTransactionBringsIsFoundWhereItIsSeen(StoreLevel level) {
        SqlFixture sql = sql(level).script("begin; insert into child values (2, 2)");
        SqlSession other = sql.database.session();
        SqlFixture.execute(other, "insert into parent values (2, 'two')");

        String end = sql.error("commit");
        if (level == ProductLevel.POSTGRES_READ_COMMITTED) {
            assertThat(end).startsWith("no error");
        }
        String children = sql.rows("select count(*) from child where parent not in (select id from parent)");
        assertThat(children).isEqualTo("0");
    }

    @ParameterizedTest
    @MethodSource("levels")
    void actionsAndRestrictDoNotWait(StoreLevel level) {
        SqlFixture sql = sql(level).script("""
                create table kept (parent int references parent on delete restrict deferrable initially deferred);
                create table gone (parent int references parent on delete cascade deferrable initially deferred);
                insert into parent values (2, 'two'), (3, 'three');
                insert into kept values (2);
                insert into gone values (3);
                begin""");

        sql.run("delete from parent where id = 3");
        assertThat(sql.rows("select * from gone")).isEmpty();
        assertThat(sql.error("delete from parent where id = 2"))
                .startsWith("23")
                .contains("kept_parent_fkey");
    }

    @ParameterizedTest
    @MethodSource("levels")
    void whatElseCannotWaitIsRefusedByName(StoreLevel level) {
        SqlFixture sql = sql(level);

        assertThat(sql.error("create table t (id int unique deferrable initially deferred)"))
                .startsWith("0A000")
                .containsIgnoringCase("deferr");
        assertThat(sql.error("create table t (id int, primary key (id) deferrable initially deferred)"))
                .startsWith("0A000")
                .contains("a deferred constraint that is no foreign key");
        assertThat(sql.error("create table t (parent int references parent deferrable)"))
                .startsWith("0A000")
                .contains("DEFERRABLE and not INITIALLY DEFERRED");
        assertThat(sql.error("create table t (parent int references parent deferrable initially immediate)"))
                .startsWith("0A000")
                .contains("DEFERRABLE and not INITIALLY DEFERRED");
    }

    @ParameterizedTest
    @MethodSource("levels")
    void aForeignKeyThatFollowsItsTableMayWait(StoreLevel level) {
        SqlFixture sql = sql(level).script("""
                create table later (id int primary key, parent int, note text default 'initially deferred');
                alter table later add constraint late foreign key (parent) references parent (id)
                    initially deferred deferrable;
                create table now (parent int references parent not deferrable, other int,
                    foreign key (other) references parent not deferrable initially immediate);
                begin;
                insert into later (id, parent) values (1, 7);
                insert into parent values (7, 'x');
                commit""");

        assertThat(sql.rows("select * from later")).isEqualTo("1 7 initially deferred");
        assertThat(sql.error("insert into now values (8, 1)")).startsWith("23503");
        assertThat(sql.error("insert into now values (1, 8)")).startsWith("23503");
    }

    /** What was checked in time may become wrong again before the commit. */
    @ParameterizedTest
    @MethodSource("levels")
    void whatWasCheckedOnceIsCheckedAtTheCommitAgain(StoreLevel level) {
        SqlFixture sql = sql(level).script("""
                begin;
                insert into child values (2, 7);
                insert into parent values (7, 'seven');
                set constraints all immediate;
                set constraints all deferred;
                delete from parent where id = 7""");

        assertViolated(sql, "commit");
    }
}
