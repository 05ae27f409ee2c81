package moirai.mockstore.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.schema.ColumnSchema;
import org.junit.jupiter.api.Test;

class DefinitionTest {

    private final SqlFixture sql = new SqlFixture();

    @Test
    void tablesAreCreatedOnceAndDropped() {
        sql.run("create table if not exists t (id int primary key)");
        assertThat(sql.run("create table if not exists t (id int)").tag()).isEqualTo("CREATE TABLE");
        assertThat(sql.error("create table t (id int)")).startsWith("42P07");
        sql.run("insert into t values (1)");
        sql.script("drop table t; drop table if exists t; create table t (id int primary key)");
        assertThat(sql.rows("select * from t")).isEmpty();
        assertThat(sql.error("drop table nope")).startsWith("42P01");
    }

    @Test
    void constraintsHavePostgresNames() {
        sql.script("create table a (x int, y int, primary key (x, y));"
                + "create table b (x int unique, y int constraint positive check (y > 0), z int, unique (x, y),"
                + " foreign key (x, y) references a, check (y < z))");
        var b = sql.database.catalog().table("b");

        assertThat(b.keys().stream().map(key -> key.name())).containsExactly("b_x_key", "b_x_y_key");
        assertThat(b.foreignKeys().stream().map(key -> key.name())).containsExactly("b_x_y_fkey");
        assertThat(b.checks().stream().map(check -> check.name())).containsExactly("positive", "b_y_z_check");
        assertThat(sql.database.catalog().table("a").columns()).allMatch(ColumnSchema::notNull);
    }

    @Test
    void constraintsMayFollowTheTable() {
        sql.script("create table a (id int not null, n int); create table b (id int primary key, a int);"
                + "alter table a add constraint a_pk primary key (id); alter table a add constraint un unique (n);"
                + "alter table if exists b add constraint fk foreign key (a) references a (id);"
                + "alter table a alter column n set default 7; insert into a (id) values (1)");

        assertThat(sql.rows("select n from a where id = 1")).isEqualTo("7");
        assertThat(sql.error("insert into a values (2, 7)")).startsWith("23505");
        assertThat(sql.error("insert into b values (1, 9)")).startsWith("23503");
        sql.run("alter table b drop constraint fk");
        sql.run("insert into b values (1, 9)");
        assertThat(sql.error("alter table b add constraint fk foreign key (a) references a"))
                .startsWith("23503");
        assertThat(sql.rows("select * from b")).isEqualTo("1 9");
    }

    @Test
    void aColumnIsAddedToRowsThatAreThere() {
        sql.script("create table t (id int primary key); insert into t values (1);"
                + "alter table t add column n int not null default 3; alter table t add s text;"
                + "insert into t values (2, 4, 'x')");

        assertThat(sql.rows("select * from t order by id")).isEqualTo("1 3 null | 2 4 x");
        assertThat(sql.error("alter table t add column m int not null")).startsWith("23502");
    }

    @Test
    void sequencesCountAndAreNotTakenBack() {
        sql.script("create sequence s start with 10 increment by 5; begin; select nextval('s'); rollback");

        assertThat(sql.rows("select nextval('s')")).isEqualTo("15");
        sql.run("alter sequence s restart with 1");
        assertThat(sql.rows("select nextval('s')")).isEqualTo("1");
        assertThat(sql.error("select nextval('nope')")).startsWith("42P01");
        sql.run("drop sequence s");
    }

    @Test
    void truncateEmptiesAtOnce() {
        sql.script("create table t (id serial primary key, n int); insert into t (n) values (1), (2);"
                + "truncate table t restart identity; insert into t (n) values (3)");

        assertThat(sql.rows("select * from t")).isEqualTo("1 3");
    }

    @Test
    void aTableThatOthersReferToIsDroppedWithCascadeOnly() {
        sql.script("create table a (id int primary key); create table b (a int references a)");

        assertThat(sql.error("drop table a")).startsWith("2BP01");
        assertThat(sql.error("truncate a")).startsWith("0A000");
        sql.script("drop table a cascade; insert into b values (1)");
    }

    @Test
    void schemasQualifyNames() {
        sql.script("create schema if not exists app; create table app.t (id int primary key); insert into "
                + "app.t values (1);"
                + "create table public.t (id int); comment on table t is 'x'");

        assertThat(sql.rows("select app.t.id from app.t")).isEqualTo("1");
        assertThat(sql.rows("select * from t")).isEmpty();
        assertThat(sql.error("create table nope.t (id int)")).startsWith("3F000");
    }

    @Test
    void indexesAreKnownAndUniqueOnesHold() {
        sql.script("create table t (id int primary key, a int, b int); create index on t (a desc, b);"
                + "create unique index u on t using btree (b); insert into t values (1, 1, 1)");

        assertThat(sql.database.catalog().indexes().stream().map(index -> index.name()))
                .containsExactly("t_a_b_idx", "u");
        assertThat(sql.error("insert into t values (2, 2, 1)")).startsWith("23505");
        sql.script("drop index u; insert into t values (2, 2, 1)");
    }

    @Test
    void nullsThatAreNotDistinctAreRefused() {
        sql.script("create table t (id int primary key, a int, unique nulls distinct (a));"
                + "create unique index u on t (a) nulls distinct; insert into t values (1), (2)");
        for (String definition : List.of(
                "create unique index v on t (a) nulls not distinct",
                "create unique index v on t (abs(a)) nulls not distinct where id > 1",
                "create table u (id int primary key, a int unique nulls not distinct)",
                "create table u (id int primary key, a int, unique nulls not distinct (a))",
                "alter table t add unique nulls not distinct (a)")) {
            assertThat(sql.error(definition)).as(definition).startsWith("0A000").contains("NULLS NOT DISTINCT");
        }
        // An index that is not unique answers nothing.
        sql.run("create index i on t (a) nulls not distinct");
        assertThat(sql.error("create table u (a int, check (a > 0) not enforced)"))
                .startsWith("0A000");
    }

    @Test
    void uniqueIndexesOnExpressionsAreNamedAfterThese() {
        sql.script("create table t (id int primary key, name text, \"Odd\" text);"
                + "create unique index on t (lower(name));"
                + "create unique index on t ((id + 1), lower(name), lower(\"Odd\"));"
                + "create unique index on t (id) include (name); create index on t (coalesce(name, ''));"
                + "create unique index on t (lower(name)); insert into t values (1, 'Ann')");
        assertThat(sql.database.catalog().indexes().stream().map(index -> index.name()))
                .containsExactlyInAnyOrder(
                        "t_lower_idx", "t_expr_lower_lower1_idx", "t_id_name_idx", "t_coalesce_idx", "t_lower_idx1");
        assertThat(sql.error("insert into t values (2, 'ANN')")).contains("\"t_lower_idx\"");
        sql.script("drop index t_lower_idx1; alter table t rename name to title");
        sql.run("insert into t values (2, 'ANN') on conflict (lower(title)) do nothing");
        assertThatThrownBy(() -> sql.run("insert into t values (2, 'ANN')"))
                .isInstanceOfSatisfying(
                        StoreException.class,
                        violation -> assertThat(violation.details().detail())
                                .isEqualTo("Key (lower(title))=(ann) already exists."));
    }

    @Test
    void indexesThatAreCopiedHaveNamesOfTheirOwn() {
        sql.script("create table t (id int primary key, a int); create index on t (a); create index on t (a desc);"
                + "create table u (like t including all)");
        assertThat(sql.database.catalog().indexes().stream()
                        .map(index -> index.name())
                        .filter(name -> name.startsWith("u")))
                .containsExactlyInAnyOrder("u_a_idx", "u_a_idx1");
    }

    @Test
    void statementsAreUnderstoodAgainAfterADefinition() {
        sql.script("create table t (id int primary key); insert into t values (1)");
        PreparedSql all = sql.session.prepare("select * from t");
        sql.run("alter table t add n int default 5");

        assertThat(sql.session.execute(all, java.util.List.of()).columns()).hasSize(2);
    }

    @Test
    void aNewColumnBreaksNoConstraintByItsDefault() {
        sql.script("create table t (id int primary key); insert into t values (1)");
        sql.run("insert into t values (2)");
        assertThat(sql.error("alter table t add n int default -1 check (n > 0)"))
                .startsWith("23514");
        assertThat(sql.error("alter table t add n int default 7 references t (id)"))
                .startsWith("23503");
        assertThat(sql.error("alter table t add n int default 7 unique")).startsWith("23505");
        sql.run("alter table t add n int check (n > 0)");
    }

    @Test
    void foreignKeysNeedColumnsThatCanBeEqual() {
        sql.run("create table t (id int primary key)");
        assertThat(sql.error("create table c (t text references t)")).startsWith("42804");
        sql.run("create table d (t bigint references t)");
    }

    @Test
    void aKeyThatIsReferredToStays() {
        sql.script("create table t (id int primary key, u int, constraint tu unique (u));"
                + "create table c (u int references t (u)); create unique index i on t (id, u)");
        assertThat(sql.error("alter table t drop constraint tu")).startsWith("2BP01");
        sql.script("drop index i; alter table c drop constraint c_u_fkey; alter table t drop constraint tu");
    }
}
