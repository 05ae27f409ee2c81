package moirai.mockstore.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.StoreException;
import moirai.mockstore.choice.Policy;
import moirai.mockstore.sql.types.SqlType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SqlSessionTest {

    private final SqlFixture sql = new SqlFixture()
            .script("create table account (id int primary key, owner varchar(10), balance bigint not null default 0)");

    @Test
    void whatIsInsertedIsSelectedUpdatedAndDeleted() {
        assertThat(sql.run("insert into account values (1, 'ann', 10), (2, 'bob', 20)")
                        .tag())
                .isEqualTo("INSERT 0 2");
        assertThat(sql.rows("select * from account where id = ?", 2)).isEqualTo("2 bob 20");
        assertThat(sql.run("update account set balance = balance + $1 where owner = $2", 5, "ann")
                        .count())
                .isEqualTo(1);
        assertThat(sql.rows("select balance, owner from account order by balance desc"))
                .isEqualTo("20 bob | 15 ann");
        assertThat(sql.run("delete from account where balance > 15").tag()).isEqualTo("DELETE 1");
        assertThat(sql.rows("select id from account")).isEqualTo("1");
    }

    @Test
    void aTransactionIsSeenByItselfAndByOthersAfterItsCommit() {
        sql.run("begin");
        assertThat(sql.session.status()).isEqualTo(SqlSession.Status.ACTIVE);
        sql.run("insert into account (id) values (1)");
        assertThat(sql.rows("select balance, owner from account")).isEqualTo("0 null");
        assertThat(sql.run("commit").tag()).isEqualTo("COMMIT");
        assertThat(sql.session.status()).isEqualTo(SqlSession.Status.IDLE);
        assertThat(SqlFixture.rows(sql.database.session(), "select id from account"))
                .isEqualTo("1");
    }

    @Test
    void aRollbackTakesBackWhatWasWritten() {
        sql.script("begin; insert into account (id) values (1); rollback");

        assertThat(sql.rows("select count(*) from account")).isEqualTo("0");
    }

    @Test
    void aStatementThatFailsFailsTheTransaction() {
        sql.script("begin; insert into account (id) values (1)");

        assertThat(sql.error("insert into account (id) values (1)")).startsWith("23505");
        assertThat(sql.session.status()).isEqualTo(SqlSession.Status.FAILED);
        assertThat(sql.error("select 1")).startsWith("25P02");
        assertThat(sql.run("commit").tag()).isEqualTo("ROLLBACK");
        assertThat(sql.rows("select count(*) from account")).isEqualTo("0");
    }

    @Test
    void aSavepointKeepsWhatWasWrittenBefore() {
        sql.script("begin; insert into account (id) values (1); savepoint a; insert into account (id) values (2)");
        assertThat(sql.error("insert into account (id) values (2)")).startsWith("23505");
        sql.script("rollback to savepoint a; insert into account (id) values (3); release a; commit");

        assertThat(sql.rows("select id from account")).isEqualTo("1 | 3");
    }

    @Test
    void semicolonsBeforeACommandAreSkipped() {
        sql.script("begin; insert into account (id) values (1); savepoint a; insert into account (id) values (2)");

        assertThat(sql.run("; ;savepoint a").tag()).isEqualTo("SAVEPOINT");
        assertThat(sql.run(";rollback").tag()).isEqualTo("ROLLBACK");
        assertThat(sql.rows("select count(*) from account")).isEqualTo("0");
    }

    @Test
    void commentsNestAndHaveAnEnd() {
        assertThat(sql.rows("select /* a /* b */ c */ 1")).isEqualTo("1");
        assertThat(sql.error("/* a /* b */ insert into account (id) values (1)"))
                .isEqualTo("42601 unterminated /* comment in: /* a /* b */ insert into account (id) values (1)");
    }

    @Test
    void parametersOfADeclaredTypeCanBeAggregated() {
        assertThat(sql.rows("select bool_and($1), bool_or($1), min($2) from (values (1), (2)) as t(x)", true, "b"))
                .isEqualTo("true true b");
    }

    @ParameterizedTest
    @EnumSource
    void everyPolicyCanBeSet(Policy policy) {
        sql.script("set moirai.policy = '" + policy.label() + "'");

        assertThat(sql.rows("show moirai.policy")).isEqualTo(policy.label());
    }

    @Test
    void settingsAreAcceptedAndShown() {
        sql.script("set extra_float_digits = 3; set application_name to 'x y'; SET SESSION CHARACTERISTICS AS "
                + "TRANSACTION ISOLATION LEVEL SERIALIZABLE; set moirai.policy = 'latest'");

        assertThat(sql.rows("show application_name")).isEqualTo("x y");
        assertThat(sql.rows("show transaction isolation level")).isEqualTo("serializable");
        assertThat(sql.rows("show moirai.isolation")).isEqualTo("strict-serializable");
        assertThat(sql.rows("show moirai.policy")).isEqualTo("latest");
        assertThat(sql.rows("show moirai.seed")).isEqualTo("1");
        assertThat(sql.error("set no_such_thing = 1")).startsWith("42704");
        assertThat(sql.error("set moirai.policy = 'oldest'")).endsWith("latest-per-session, stale");
    }

    @Test
    void aReadOnlyTransactionRefusesToWrite() {
        sql.run("begin read only");

        assertThat(sql.error("insert into account (id) values (1)")).startsWith("25006");
    }

    @Test
    void explainSaysFromWhomEachCellWasRead() {
        sql.run("insert into account (id) values (1)");

        assertThat(sql.rows("explain analyze select balance from account where id = ?", 1))
                .contains(
                        "reads account(1) at strict-serializable",
                        "reads account(1).balance",
                        "T0 of session 0: chosen")
                .endsWith("SELECT 1");
    }

    @Test
    void aSessionRemembersItsNumbers() {
        sql.script("create sequence s; select nextval('s'); select nextval('s')");

        assertThat(sql.rows("select currval('s'), lastval()")).isEqualTo("2 2");
        assertThat(SqlFixture.error(sql.database.session(), "select currval('s')"))
                .startsWith("55000");
    }

    @Test
    void columnsOfAResultSayWhereTheyComeFrom() {
        PreparedSql prepared =
                sql.session.prepare("select owner as who, balance + 1, count(*) from account group by id");

        assertThat(prepared.columns().stream().map(ResultColumn::label)).containsExactly("who", "?column?", "count");
        ResultColumn first = prepared.columns().getFirst();
        assertThat(List.of(first.table(), first.column(), first.precision()))
                .isEqualTo(List.of("account", "owner", 10));
    }

    @Test
    void parametersTakeTheTypesOfTheirPlaces() {
        assertThat(sql.session
                        .prepare("update account set owner = ?, balance = ? where id = ?")
                        .parameterTypes())
                .extracting(type -> type.pgName())
                .containsExactly("varchar", "int8", "int4");
        assertThat(sql.session
                        .prepare("insert into account values ($1, $2, $3)")
                        .parameterTypes())
                .extracting(type -> type.pgName())
                .containsExactly("int4", "varchar", "int8");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "$1 is null",
                "$1 is distinct from null",
                "null is not distinct from $1",
                "count($1)",
                "concat($1)"
            })
    void aPlaceForAnyTypeDeterminesNoType(String expression) {
        assertThatThrownBy(() -> sql.session.prepare("select " + expression, List.of(SqlType.UNKNOWN)))
                .isInstanceOfSatisfying(
                        StoreException.class,
                        refusal -> assertThat(refusal.sqlState()).isEqualTo("42P18"))
                .hasMessage("could not determine data type of parameter $1");
        assertThat(sql.session
                        .prepare("select " + expression, List.of(SqlType.INTEGER))
                        .parameterTypes())
                .containsExactly(SqlType.INTEGER);
    }

    @Test
    void aScriptIsSplitAtItsSemicolons() {
        assertThat(sql.session.split("select ';' -- ;\n; /* ; */ select \"a;b\";; select $$;$$ ; "))
                .containsExactly("select ';' -- ;", "/* ; */ select \"a;b\"", "select $$;$$");
    }

    /** Its read is done for it when the row comes, and is one too many. */
    @Test
    void aTransactionThatARowOfAnotherEndsIsToldToTryAgain() {
        var fixture = new SqlFixture(IsolationLevel.STRICT_SERIALIZABLE, 1)
                .script("create table a (id int primary key, k int); create table b (id int primary key);"
                        + "insert into a values (1, 1), (2, 1)");
        fixture.database.store().checkpoint();
        SqlSession one = fixture.database.session();
        SqlSession two = fixture.database.session();
        for (String statement : List.of(
                "begin", "select k from a where id = 1", "update a set k = 9 where id = 2", "select count(*) from b")) {
            SqlFixture.execute(one, statement);
        }
        for (String statement :
                List.of("begin", "select k from a where id = 2", "update a set k = 5 where id = 1", "commit")) {
            SqlFixture.execute(two, statement);
        }
        fixture.run("insert into b values (1)");

        assertThat(SqlFixture.error(one, "select count(*) from b")).startsWith("40001");
        assertThat(SqlFixture.error(one, "rollback")).contains("ROLLBACK");
    }

    /** A driver that is refused a level does not know of a transaction, and will not end it. */
    @Test
    void aTransactionWhoseLevelIsRefusedDoesNotBegin() {
        var weak = new SqlFixture(IsolationLevel.STRONG_SESSION_MONOTONIC_ATOMIC_VIEW, 1);
        assertThat(weak.error("begin isolation level serializable")).startsWith("0A000");
        assertThat(weak.session.status()).isEqualTo(SqlSession.Status.IDLE);
        assertThat(weak.rows("select 1")).isEqualTo("1");
    }

    /** It gets what it has asked for, and perhaps more; programs look whether they were understood. */
    @Test
    void aTransactionShowsWhatItAskedFor() {
        sql.run("begin isolation level repeatable read read only");
        assertThat(sql.rows("show transaction_isolation")).isEqualTo("repeatable read");
        assertThat(sql.rows("select current_setting('transaction_read_only')")).isEqualTo("on");
        sql.run("rollback");
        assertThat(sql.rows("show transaction_isolation")).isEqualTo("serializable");
        assertThat(sql.rows("show transaction_read_only")).isEqualTo("off");
    }
}
