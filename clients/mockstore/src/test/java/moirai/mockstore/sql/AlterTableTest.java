package moirai.mockstore.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.StoreException;
import moirai.mockstore.StoreOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** ALTER TABLE of tables that have rows. */
class AlterTableTest {

    private final SqlFixture sql = new SqlFixture().script("""
            create table city (id int primary key, name text unique, land text default 'it', size int check (size > 0));
            create table person (id serial primary key, name varchar(5), city int references city on delete cascade);
            create index person_city on person (city);
            insert into city values (1, 'Rome', 'it', 3), (2, 'Paris', 'fr', 2);
            insert into person (name, city) values ('ann', 1), ('bob', 2)""");

    @Test
    void aRenamedColumnKeepsItsValuesAndConstraints() {
        sql.run("alter table city rename column name to title");
        sql.run("alter table city rename land to \"Land\"");

        assertThat(sql.rows("select title, \"Land\" from city order by id")).isEqualTo("Rome it | Paris fr");
        assertThat(sql.run("select * from city").columns().stream().map(ResultColumn::label))
                .containsExactly("id", "title", "Land", "size");
        assertThat(sql.error("select name from city")).startsWith("42703");
        assertThat(sql.error("insert into city values (3, 'Rome', 'it', 1)"))
                .startsWith("23505")
                .contains("city_name_key");
        assertThat(sql.error("insert into city values (3, 'Oslo', 'no', 0)"))
                .startsWith("23514")
                .contains("city_size_check");
        sql.run("insert into city (id, title) values (3, 'Oslo') on conflict (title) do nothing");
        assertThat(sql.rows("select \"Land\" from city where title = 'Oslo'")).isEqualTo("it");
    }

    @Test
    void aColumnIsRenamedToAFreeName() {
        assertThat(sql.error("alter table city rename column name to land")).startsWith("42701");
        assertThat(sql.error("alter table city rename column nope to more")).startsWith("42703");
        sql.script("alter table city rename name to n; alter table city rename land to name");
        assertThat(sql.rows("select n, name from city where id = 2")).isEqualTo("Paris fr");
    }

    @Test
    void aRenamedTableKeepsItsRowsAndWhatRefersToIt() {
        sql.run("alter table city rename to town");

        assertThat(sql.rows("select p.name, t.name from person p join town t on t.id = p.city order by 1"))
                .isEqualTo("ann Rome | bob Paris");
        assertThat(sql.error("select * from city")).startsWith("42P01");
        assertThat(sql.error("insert into person (city) values (9)")).startsWith("23503");
        assertThat(sql.error("insert into town values (1, 'Rom')"))
                .startsWith("23505")
                .contains("city_pkey");
        sql.run("delete from town where id = 1");
        assertThat(sql.rows("select name from person")).isEqualTo("bob");
        assertThat(sql.error("drop table town")).startsWith("2BP01");
        assertThat(sql.error("alter table person rename to town")).startsWith("42P07");
        assertThat(sql.error("alter table city rename to x")).startsWith("42P01");
        assertThat(sql.run("alter table if exists city rename to x").tag()).isEqualTo("ALTER TABLE");
    }

    @Test
    void aRenamedTableKeepsItsSequencesIndexesAndReferencesToItself() {
        sql.script("""
                create table node (id serial primary key, up int references node);
                create index node_up on node (up);
                insert into node (up) values (null), (1);
                alter table node rename to knot;
                insert into knot (up) values (2)""");

        assertThat(sql.rows("select * from knot order by id")).isEqualTo("1 null | 2 1 | 3 2");
        assertThat(sql.error("insert into knot (up) values (9)")).startsWith("23503");
        assertThat(sql.error("delete from knot where id = 2")).startsWith("23503");
        assertThat(sql.database.catalog().indexes().stream()
                        .filter(index -> index.name().equals("node_up"))
                        .map(index -> index.table()))
                .containsExactly("knot");
        sql.run("drop index node_up");
    }

    @Test
    void aNameThatIsFreeAgainBeginsWithoutRows() {
        sql.script("alter table person rename to human; create table person (id int primary key, note text)");

        assertThat(sql.rows("select * from person")).isEmpty();
        sql.script("insert into person values (1, 'new'); alter table person rename to other;"
                + "alter table human rename to person");
        assertThat(sql.rows("select name from person order by id")).isEqualTo("ann | bob");
        assertThat(sql.rows("select * from other")).isEqualTo("1 new");
        sql.script("drop table other; create table other (id int primary key)");
        assertThat(sql.rows("select * from other")).isEmpty();
    }

    @Test
    void aTableInASchemaStaysThere() {
        sql.script("create schema app; create table app.t (id int primary key); insert into app.t values (1);"
                + "alter table app.t rename to u");

        assertThat(sql.rows("select * from app.u")).isEqualTo("1");
        assertThat(sql.error("select * from u")).startsWith("42P01");
    }

    @Test
    void aRenamedConstraintIsNamedInErrors() {
        sql.script("alter table city rename constraint city_name_key to one_name;"
                + "alter table city rename constraint city_size_check to \"Some Size\";"
                + "alter table person rename constraint person_city_fkey to lives;"
                + "alter table city rename constraint city_pkey to one");

        assertThat(sql.error("insert into city values (3, 'Rome', '', 1)")).contains("\"one_name\"");
        assertThat(sql.error("insert into city values (3, 'Oslo', '', 0)")).contains("\"Some Size\"");
        assertThat(sql.error("insert into person (city) values (9)")).contains("\"lives\"");
        assertThat(sql.error("insert into city values (1, 'Oslo', '', 1)")).contains("\"one\"");
        assertThat(sql.error("alter table city rename constraint nope to x"))
                .startsWith("42704")
                .contains("nope");
        sql.run("alter table person drop constraint lives");
        sql.run("insert into person (city) values (9)");
    }

    @Test
    void aDroppedColumnIsSkippedAndOthersKeepTheirValues() {
        PreparedSql all = sql.session.prepare("select * from city where id = 2");
        sql.run("alter table city drop column name");

        assertThat(sql.rows("select * from city order by id")).isEqualTo("1 it 3 | 2 fr 2");
        assertThat(sql.session.execute(all, List.of()).rows()).containsExactly(List.of(2, "fr", 2));
        assertThat(sql.rows("select c.* from city c where c.size = 2")).isEqualTo("2 fr 2");
        assertThat(sql.rows("select * from (select * from city) c where id = 1"))
                .isEqualTo("1 it 3");
        assertThat(sql.rows("select * from city union all select 9, 'x', 9 order by 1"))
                .endsWith("9 x 9");
        assertThat(sql.rows("select count(*) from (select c.* from city c) x")).isEqualTo("2");
        assertThat(sql.rows("insert into city values (3, 'no', 7) returning *")).isEqualTo("3 no 7");
        assertThat(sql.rows("insert into city values (4) returning *")).isEqualTo("4 it null");
        assertThat(sql.rows("insert into city select id + 4, land, size from city where id = 3 returning *"))
                .isEqualTo("7 no 7");
        assertThat(sql.rows("update city set size = 8 where id = 3 returning *"))
                .isEqualTo("3 no 8");
        assertThat(sql.rows("delete from city where id = 3 returning *")).isEqualTo("3 no 8");
        assertThat(sql.error("insert into city values (5, 'a', 1, 2)")).startsWith("42601");
        assertThat(sql.rows("insert into city values (1, 'xx', 1) on conflict (id) do update set land ="
                        + " excluded.land returning *"))
                .isEqualTo("1 xx 3");
    }

    @Test
    void aDroppedColumnIsUnknown() {
        sql.run("alter table city drop name");

        for (String statement : List.of(
                "select name from city",
                "select c.name from city c",
                "select id from city order by name",
                "insert into city (name) values ('x')",
                "update city set name = 'x'",
                "alter table city drop column name",
                "alter table city alter name set default 'x'",
                "create index i on city (name)")) {
            assertThat(sql.error(statement)).as(statement).startsWith("42703");
        }
        assertThat(sql.error("select \"........pg.dropped.1\" from city")).startsWith("42601");
        assertThat(sql.run("alter table city drop column if exists name").tag()).isEqualTo("ALTER TABLE");
    }

    @Test
    void joinsByCommonNamesDoNotSeeADroppedColumn() {
        sql.script("create table a (id int primary key, x int, y int); create table b (id int primary key, x int);"
                + "insert into a values (1, 2, 3); insert into b values (1, 5);"
                + "alter table a drop column x; alter table b drop column x; alter table b add z int default 4");

        assertThat(sql.rows("select * from a join b using (id)")).isEqualTo("1 3 4");
        assertThat(sql.rows("select * from a, b")).isEqualTo("1 3 1 4");
    }

    @Test
    void aDroppedColumnTakesItsConstraintsIndexesAndSequenceWithIt() {
        sql.script("create table t (id int primary key, n serial not null, a int unique check (a > 0), b int,"
                + " constraint ab unique (a, b)); create index t_b on t (b); create index t_n_b on t (n, b);"
                + "create unique index t_a on t (a); insert into t (id, a, b) values (1, 1, 1);"
                + "alter table t drop column a; alter table t drop column n");

        sql.script("insert into t values (2, 1); insert into t values (3, 1)");
        assertThat(sql.rows("select * from t order by 1")).isEqualTo("1 1 | 2 1 | 3 1");
        assertThat(sql.database.catalog().indexes().stream()
                        .filter(index -> index.table().equals("t"))
                        .map(index -> index.name()))
                .containsExactly("t_b");
        assertThat(sql.error("select nextval('t_n_seq')")).startsWith("42P01");
        sql.run("create sequence t_n_seq");
    }

    /** The values of the first column of the name do not come back with the second. */
    @Test
    void aColumnOfTheSameNameIsAnotherOne() {
        sql.script("alter table city drop column name; alter table city add column name text default 'new'");

        assertThat(sql.rows("select * from city order by id")).isEqualTo("1 it 3 new | 2 fr 2 new");
        sql.script("insert into city values (3, 'no', 1, 'Oslo'); alter table city drop name;"
                + "alter table city add name int");
        assertThat(sql.rows("select name from city order by id")).isEqualTo("null | null | null");
    }

    @Test
    void aForeignKeyGoesWithItsColumn() {
        sql.run("alter table person drop column city");

        assertThat(sql.rows("select * from person order by id")).isEqualTo("1 ann | 2 bob");
        sql.run("delete from city");
        assertThat(sql.run("drop table city").tag()).isEqualTo("DROP TABLE");
    }

    @Test
    void whatIsReferredToStays() {
        sql.script("create table fan (city text references city (name))");

        assertThat(sql.error("alter table city drop column name")).startsWith("2BP01");
        assertThat(sql.error("alter table city drop column id"))
                .startsWith("0A000")
                .contains("primary key");
    }

    @Test
    void aTextMayBecomeALongerOne() {
        assertThat(sql.error("insert into person (name) values ('longer')")).startsWith("22001");
        sql.script("alter table person alter column name type varchar(9); insert into person (name) values ('longer')");
        assertThat(sql.error("insert into person (name) values ('too long!!')")).startsWith("22001");
        sql.script("alter table person alter name set data type text; insert into person (name) values ('too long!!')");

        assertThat(sql.rows("select name from person order by id")).isEqualTo("ann | bob | longer | too long!!");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "alter table city alter size type int using size + 1; using",
                "alter table city drop constraint city_pkey; primary key",
                "alter table city owner to me; owner",
            })
    void whatIsNotSupportedForATableWithRowsIsRefusedByName(String statement, String name) {
        assertThat(sql.error(statement)).startsWith("0A000").containsIgnoringCase(name);
        assertThat(sql.rows("select name, size from city order by id")).isEqualTo("Rome 3 | Paris 2");
    }

    @Test
    void aNumberMayBecomeAWiderOne() {
        sql.run("alter table city alter column size type bigint");

        assertThat(sql.rows("select size, size + 1 from city where size > 1 order by id"))
                .isEqualTo("3 4 | 2 3");
        assertThat(sql.error("update city set size = 0")).startsWith("23514");
        sql.run("update city set size = size * 5000000000 where id = 1");
        sql.run("alter table city alter column size type numeric");
        assertThat(sql.rows("select size from city order by size")).isEqualTo("2 | 15000000000");
        assertThat(sql.error("insert into city values (3, 'Oslo', 'no', -0.5)")).startsWith("23514");
        assertThat(sql.rows("insert into city values (3, 'Oslo', 'no', 0.5) returning size"))
                .isEqualTo("0.5");
    }

    /** Its text has the old name of the column. */
    @Test
    void aCheckOfARenamedColumnKeepsItsType() {
        sql.run("alter table city rename column \"size\" to width");

        assertThat(sql.error("alter table city alter column width type bigint")).contains("size");
        assertThat(sql.error("update city set width = 0")).startsWith("23514");
    }

    @Test
    void aTableWithoutRowsTakesAnyType() {
        sql.script("create table t (id int primary key, n int default 3, s text default '4');"
                + "alter table t alter column n type numeric(5, 2); insert into t (id) values (1)");

        assertThat(sql.rows("select n from t")).isEqualTo("3.00");
        assertThat(sql.error("alter table t alter column s type int")).startsWith("42804");
    }

    @Test
    void anIndexOnExpressionsIsKnownAndChangesNothing() {
        sql.script("create index lower_name on city (lower(name)); create index on city (size desc) where size > 1;"
                + "create index more on city using gin (name gin_trgm_ops);"
                + " create index c on city (name collate \"C\");"
                + "create index incl on city (size) include (land)");

        assertThat(sql.rows("select id from city where lower(name) = 'rome'")).isEqualTo("1");
        assertThat(sql.error("create index lower_name on city (id)")).startsWith("42P07");
        sql.script("drop index lower_name; drop index more");
    }

    /** A definition takes effect at once, and what is not yet committed is of the old columns. */
    @Test
    void aPendingTransactionGoesOnWithTheNewNames() {
        SqlSession other = sql.database.session();
        sql.run("begin");
        sql.run("insert into city values (3, 'Oslo', 'no', 1)");
        SqlFixture.execute(other, "alter table city rename to town");
        SqlFixture.execute(other, "alter table town drop column land");

        assertThat(sql.rows("select * from town where id = 3")).isEqualTo("3 Oslo 1");
        sql.run("commit");
        assertThat(SqlFixture.rows(other, "select * from town where id = 3")).isEqualTo("3 Oslo 1");
    }

    @Test
    void aResetTakesDefinitionsBack() {
        sql.database.keep();
        sql.script("alter table city rename to town; alter table town drop column name; insert into town values (7);"
                + "create table city (id int primary key)");
        sql.database.reset(StoreOptions.uniform(IsolationLevel.STRICT_SERIALIZABLE, new Seed(2)));
        SqlSession again = sql.database.session();

        assertThat(SqlFixture.rows(again, "select * from city order by id")).isEqualTo("1 Rome it 3 | 2 Paris fr 2");
        assertThat(SqlFixture.error(again, "select * from town")).startsWith("42P01");
        assertThat(sql.database.defined())
                .hasSize(3)
                .noneMatch(text -> text.sql().startsWith("alter"));
    }

    @Test
    void onlyWhatWasExecutedIsDefined() {
        int count = sql.database.defined().size();
        assertThat(sql.error("alter table city rename to person")).startsWith("42P07");
        sql.run("select 1");
        sql.run("alter table city rename to town");

        assertThat(sql.database.defined()).hasSize(count + 1);
        assertThat(sql.database.defined().getLast().sql()).isEqualTo("alter table city rename to town");
    }

    @Test
    void detailsNameWhatIsViolated() {
        assertThat(details("insert into city values (1, 'Oslo', '', 1)"))
                .isEqualTo(
                        new StoreException.Details("Key (id)=(1) already exists.", "public", "city", "", "city_pkey"));
        assertThat(details("select nope")).isEqualTo(StoreException.Details.NONE);
    }

    private StoreException.Details details(String statement) {
        try {
            sql.run(statement);
            throw new AssertionError("no error of " + statement);
        } catch (StoreException refused) {
            return refused.details();
        }
    }
}
