package moirai.mockstore.sql;

import static org.assertj.core.api.Assertions.assertThat;

import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.Chooser;
import moirai.mockstore.StoreOptions;
import org.junit.jupiter.api.Test;

/** An index leaves rows unread that never had the sought value, and no others, whatever happens to its table. */
class SecondaryIndexTest {

    private final SqlFixture sql = new SqlFixture(IsolationLevel.STRONG_SNAPSHOT_ISOLATION, 1).script("""
            create table person (id int primary key, name text, age int, town text);
            create index on person (name);
            insert into person values (3, 'cid', 30, 'x'), (1, 'ann', 10, 'x'), (2, 'bob', 20, 'y'),
                (4, 'ann', 40, 'y')""");

    @Test
    void onlyTheRowsOfTheValueAreRead() {
        assertThat(sql.reads("select id from person where name = ?", "bob"))
                .containsExactly("person(2)", "person(2).name");
        assertThat(sql.reads("select age from person where name in ('bob', 'ann')"))
                .startsWith("person(1)", "person(1).name", "person(1).age", "person(2)")
                .doesNotContain("person(3)");
        assertThat(sql.reads("select id from person where name = any('{bob,dan}') and id < 9"))
                .containsExactly("person(2)", "person(2).name");
        assertThat(sql.reads("select id from person where name = null")).isEmpty();
        assertThat(sql.reads("update person set age = 0 where name = 'dan'")).isEmpty();
        assertThat(sql.reads("delete from person where name = 'bob'"))
                .contains("person(2)")
                .doesNotContain("person(1)");
    }

    @Test
    void rowsComeInTheOrderOfTheirKeys() {
        assertThat(sql.rows("select id from person where name in ('cid', 'ann')"))
                .isEqualTo("1 | 3 | 4");
    }

    @Test
    void aRowIsReadThatHadTheValueOnce() {
        sql.script("update person set name = 'dan' where id = 1; begin; update person set name = 'eva'; rollback");
        assertThat(sql.reads("select id from person where name = 'ann'")).contains("person(1)", "person(4)");
        assertThat(sql.rows("select id from person where name = 'ann'")).isEqualTo("4");
        assertThat(sql.rows("select id from person where name = 'dan'")).isEqualTo("1");
        assertThat(sql.rows("select id from person where name = 'eva'")).isEmpty();
    }

    @Test
    void indexesOfSeveralColumnsExcludeTogether() {
        sql.script("create index on person (age); create index on person (town)");
        assertThat(sql.reads("select id from person where town = 'y' and name = 'ann'"))
                .containsExactly("person(4)", "person(4).town", "person(4).name");
        assertThat(sql.reads("select id from person where town = 'x' and age = 40"))
                .isEmpty();
    }

    @Test
    void anIndexExcludesAmongTheRowsOfAPrefix() {
        sql.script("""
                create table item (a int, b int, kind text, n int, primary key (a, b), unique (kind, n));
                create index on item (b);
                insert into item values (1, 1, 'p', 1), (1, 2, 'q', 1), (2, 1, 'p', 2), (2, 2, 'p', 3)""");
        assertThat(sql.reads("select b from item where a = 2 and kind = 'p' and b > 1"))
                .containsExactly("item(2,2)", "item(2,2).kind");
        assertThat(sql.reads("select a from item where b = 1")).containsExactly("item(1,1)", "item(2,1)");
        assertThat(sql.reads("select a from item where kind = 'q'")).containsExactly("item(1,2)", "item(1,2).kind");
    }

    @Test
    void aJoinFindsItsRowsByAnIndex() {
        sql.script("create table pet (owner text, pet text); insert into pet values ('bob', 'rex')");
        assertThat(sql.reads("select age from pet, person where person.name = pet.owner"))
                .containsExactly("pet(1)", "pet(1).owner", "person(2)", "person(2).name", "person(2).age");
    }

    @Test
    void aForeignKeyFindsItsRowsByTheirValues() {
        sql.script("""
                create table parent (id int primary key);
                create table child (id int primary key, parent bigint references parent on delete cascade);
                insert into parent values (1), (2); insert into child values (1, 1), (2, 2), (3, 1)""");
        assertThat(sql.reads("delete from parent where id = 2"))
                .containsExactly("parent(2)", "child(2)", "child(2).parent");
        assertThat(sql.rows("select id from child")).isEqualTo("1 | 3");
    }

    /** Also the values that a rollback brings back. */
    @Test
    void anIndexIsMadeOfTheRowsThatAreThere() {
        sql.script("begin; update person set town = 'z' where id = 1; savepoint s; update person set town = 'x';"
                + "create index on person (town); rollback to s; commit");
        assertThat(sql.rows("select id from person where town = 'z'")).isEqualTo("1");
        assertThat(sql.rows("select id from person where town = 'x'")).isEqualTo("3");
        assertThat(sql.reads("select id from person where town = 'z'")).containsExactly("person(1)", "person(1).town");

        sql.database.store().checkpoint();
        sql.run("create index on person (age)");
        assertThat(sql.reads("select id from person where age = 20")).containsExactly("person(2)", "person(2).age");
    }

    @Test
    void valuesAreFoundInTheTypeThatTheColumnHasNow() {
        sql.script("create index on person (age); alter table person alter age type bigint;"
                + "insert into person values (5, 'eva', 20, 'x'); alter table person alter age type numeric;"
                + "insert into person values (6, 'fay', 20.00, 'x')");
        assertThat(sql.rows("select id from person where age = 20")).isEqualTo("2 | 5 | 6");
        sql.run("alter table person alter age type text using age::text");
        assertThat(sql.rows("select id from person where age = '20'")).isEqualTo("2 | 5");
        assertThat(sql.reads("select id from person where age = '20.00'"))
                .containsExactly("person#2(6)", "person#2(6).age");
    }

    @Test
    void whatIsEqualIsFound() {
        sql.script("""
                create table v (id int primary key, c char(5), d double precision, n numeric, m timestamptz,
                    i interval);
                create index on v (c); create index on v (d); create index on v (n); create index on v (m);
                create index on v (i);
                insert into v values (1, 'a', '-0', 1.50, '2020-01-01 00:00:00+00', '1 day'),
                    (2, 'a  ', 0, 1.5, '2020-01-01 01:00:00+01', '24 hours')""");
        for (String condition : new String[] {
            "c = 'a'",
            "c = 'a    '",
            "d = 0",
            "d = -0.0",
            "n = 1.5",
            "n = 1.500",
            "n = 1.5::double precision",
            "m = '2020-01-01 02:00:00+02'",
            "i = '1 day'"
        }) {
            assertThat(sql.rows("select id from v where " + condition))
                    .as(condition)
                    .isEqualTo("1 | 2");
        }
    }

    @Test
    void rowsOlderThanAColumnAreFound() {
        sql.script("alter table person add size int default 7; create index on person (size);"
                + "insert into person values (5, 'eva', 1, 'x', 8)");
        assertThat(sql.rows("select id from person where size = 7")).isEqualTo("1 | 2 | 3 | 4");
        sql.script("alter table person add weight int; create index on person (weight);"
                + "update person set weight = 1 where id = 2");
        assertThat(sql.reads("select id from person where weight = 1"))
                .containsExactly("person(2)", "person(2).weight");
        assertThat(sql.rows("select count(*) from person where weight is null")).isEqualTo("4");
    }

    @Test
    void anIndexStaysRightWhenItsTableChanges() {
        sql.script("alter table person rename name to label; alter table person rename to people");
        assertThat(sql.reads("select id from people where label = 'bob'"))
                .containsExactly("person(2)", "person(2).name");
        sql.script("alter table people drop label; alter table people add label text;"
                + "update people set label = 'bob' where id = 4; create index on people (label)");
        assertThat(sql.rows("select id from people where label = 'bob'")).isEqualTo("4");
        sql.script("truncate people; insert into people values (7, 1, 'x', 'bob'), (8, 1, 'x', 'ann')");
        assertThat(sql.rows("select id from people where label = 'bob'")).isEqualTo("7");
        sql.script("alter table people alter age set not null; insert into people values (9, 1, 'x', 'bob')");
        assertThat(sql.rows("select id from people where label = 'bob'")).isEqualTo("7 | 9");
        assertThat(sql.reads("select id from people where label = 'bob'")).hasSize(4);
    }

    @Test
    void aDefinitionThatIsTakenBackChangesNoAnswer() {
        sql.script("begin; create index on person (town); update person set town = 'z' where id = 1; rollback;"
                + "update person set town = 'z' where id = 2; drop index person_name_idx;"
                + "update person set name = 'bob' where id = 3");
        assertThat(sql.rows("select id from person where town = 'z'")).isEqualTo("2");
        assertThat(sql.rows("select id from person where name = 'bob'")).isEqualTo("2 | 3");
        sql.script("begin; truncate person; insert into person values (9, 'bob', 1, 'z'); rollback");
        assertThat(sql.rows("select id from person where name = 'bob'")).isEqualTo("2 | 3");
    }

    @Test
    void aResetForgetsWhatCameSince() {
        sql.database.keep();
        var options =
                new StoreOptions(IsolationLevel.STRONG_SNAPSHOT_ISOLATION, new Seed(1), Chooser.latest(new Seed(1)));
        for (int round = 0; round < 3; round++) {
            assertThat(sql.reads("select id from person where name = 'bob'")).hasSize(2);
            sql.script("create index on person (town); insert into person values (5, 'bob', 1, 'z');"
                    + "update person set name = 'bob' where id = 1");
            assertThat(sql.rows("select id from person where name = 'bob'")).isEqualTo("1 | 2 | 5");
            assertThat(sql.reads("select id from person where town = 'z'")).hasSize(2);
            sql.database.reset(options);
        }
    }
}
