package moirai.mockstore.sql;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChangeTest {

    private final SqlFixture sql = new SqlFixture().script("""
            create table item (id serial primary key, code varchar(5) unique, price numeric(8, 2) not null default 1.5,
                stock int check (stock >= 0), constraint sane check (price < 100 or stock = 0));
            create table part (item int references item (id) on delete cascade on update cascade, no int,
                label text, primary key (item, no));
            create table note (id bigint generated always as identity primary key, item int references item,
                part_no int, foreign key (item, part_no) references part (item, no) on delete set null);
            insert into item (code, stock) values ('a', 1), ('b', 2), (null, 3), (null, 4);
            insert into part values (1, 1, 'x'), (1, 2, 'y'), (2, 1, 'z')""");

    @Test
    void generatedKeysAreReturned() {
        assertThat(sql.rows("insert into item (code) values ('c'), ('d') returning id, code as c, price * 2"))
                .isEqualTo("5 c 3.00 | 6 d 3.00");
        assertThat(sql.rows("insert into note (item) values (1) returning *")).isEqualTo("1 1 null");
    }

    @Test
    void aChangeInWithIsExecutedOnceWhetherOrNotItIsRead() {
        assertThat(sql.rows("with taken as (update item set stock = stock + 10 where id in (select id from item where"
                        + " stock < 3 order by id limit 2 for update skip locked) returning id, stock)"
                        + " select a.id, b.stock from taken a join taken b on a.id = b.id order by a.id"))
                .isEqualTo("1 11 | 2 12");
        assertThat(sql.rows("with unread as (delete from item where id = 4) select 1"))
                .isEqualTo("1");
        assertThat(sql.rows("with made as (insert into item (code) values ('n') returning id)"
                        + " insert into part select id, 1, 'new' from made returning item"))
                .isEqualTo("5");
        assertThat(sql.rows("select id, stock from item order by id")).isEqualTo("1 11 | 2 12 | 3 3 | 5 null");
    }

    /** The parts of a statement do not see each other's changes in PostgreSQL, and would here. */
    @ParameterizedTest
    @CsvSource({"item", "part", "note"})
    void whatAChangeInWithMayTouchIsNotUsedBesideIt(String table) {
        assertThat(sql.error("with gone as (delete from item where id = 1 returning id) select 1 from gone, " + table))
                .startsWith("0A000 a use of \"" + table + "\" beside a change of it");
        assertThat(sql.error("with made as (insert into note (item) values (1) returning id)"
                        + " update part set label = 'w' from made"))
                .startsWith("0A000 a use of \"part\"");
        assertThat(sql.rows("select count(*) from item")).isEqualTo("4");
    }

    @Test
    void aReadOnlyTransactionRefusesAChangeInWith() {
        sql.run("begin read only");
        assertThat(sql.error("with gone as (delete from item returning id) select * from gone"))
                .startsWith("25006");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "insert into item (id) values (1); 23505 duplicate key value violates unique constraint \"item_pkey\"",
                "insert into item (code) values ('a'); 23505 duplicate key value violates unique constraint "
                        + "\"item_code_key\"",
                "update item set code = 'a' where id = 2; 23505",
                "update item set id = 1 where id = 2; 23505",
                "insert into item (price) values (null); 23502 null value in column \"price\"",
                "update item set price = null; 23502",
                "insert into item (stock) values (-1); 23514 new row for relation \"item\" violates check constraint"
                        + " \"item_stock_check\"",
                "update item set stock = stock - 2 where id = 1; 23514",
                "update item set price = 100; 23514 new row for relation \"item\" violates check constraint \"sane\"",
                "insert into part values (99, 1, ''); 23503 insert or update on table \"part\" violates "
                        + "foreign key constraint"
                        + " \"part_item_fkey\"",
                "insert into note (item) values (99); 23503",
                "update part set item = 99 where item = 1; 23503",
                "insert into note (id, item) values (1, 1); 428C9",
                "insert into item (code) values ('toolong'); 22001",
                "insert into item (code, code) values ('a', 'b'); 42701",
                "insert into item (code) values ('a', 'b'); 42601",
                "insert into item (nope) values (1); 42703",
                "insert into item (stock) values ('x'); 22P02",
                "insert into item (stock) values (true); 42804",
                "update item set nope = 1; 42703",
                "update item set stock = 1, stock = 2; 42601",
                "insert into item (id) values (1) on conflict (price) do nothing; 42P10",
                "insert into item (id, stock) values (7, 1), (7, 2) on conflict (id) do update set stock = 9; 21000",
                "delete from nope; 42P01",
            })
    void mistakesAreAnsweredAsPostgresDoes(String statement, String error) {
        assertThat(sql.error(statement)).startsWith(error);
        assertThat(sql.rows("select count(*), sum(stock) from item")).isEqualTo("4 10");
    }

    @Test
    void rowsThatReferToARowGoWithIt() {
        sql.run("insert into note (item) values (1)");
        assertThat(sql.error("delete from item where id = 1"))
                .startsWith("23503")
                .contains("note");
        sql.script("update note set item = 2; insert into note (item, part_no) values (2, 1)");

        assertThat(sql.run("delete from item where id = 1").count()).isEqualTo(1);
        assertThat(sql.rows("select item, no from part")).isEqualTo("2 1");
        sql.run("delete from part where item = 2");
        assertThat(sql.rows("select item, part_no from note order by id")).isEqualTo("2 null | null null");
    }

    @Test
    void aKeyThatChangesTakesTheReferringRowsWithIt() {
        assertThat(sql.rows("update item set id = id + 10 where id = 1 returning id, code"))
                .isEqualTo("11 a");
        assertThat(sql.rows("select item, no, label from part order by 1, 2")).isEqualTo("2 1 z | 11 1 x | 11 2 y");
        assertThat(sql.error("insert into item (code) values ('a')")).startsWith("23505");
    }

    @Test
    void aConflictIsIgnoredOrUpdated() {
        assertThat(sql.run("insert into item (id, stock) values (1, 5), (8, 8) on conflict do nothing")
                        .tag())
                .isEqualTo("INSERT 0 1");
        assertThat(sql.rows("insert into item as i (id, code, stock) values (1, 'q', 5), (9, 'r', 6) on conflict (id)"
                        + " do update set stock = i.stock + excluded.stock, code = excluded.code where i.stock < 100"
                        + " returning id, code, stock"))
                .isEqualTo("1 q 6 | 9 r 6");
        assertThat(sql.run("insert into item (code) values ('q') on conflict on constraint item_code_key do update set"
                                + " price = 7")
                        .count())
                .isEqualTo(1);
        assertThat(sql.rows("select price from item where code = 'q'")).isEqualTo("7.00");
        assertThat(sql.error("insert into item (id, code) values (50, 'q') on conflict (id) do nothing"))
                .startsWith("23505");
    }

    @Test
    void queriesProvideRowsAndValues() {
        sql.run("insert into part select id, 7, 'new ' || code from item where code is not null");
        assertThat(sql.rows("select item, label from part where no = 7")).isEqualTo("1 new a | 2 new b");
        sql.run("update item set stock = (select count(*) from part p where p.item = item.id) + stock");
        assertThat(sql.rows("select stock from item order by id")).isEqualTo("4 | 4 | 3 | 4");
        sql.run("update item i set code = p.label from part p where p.item = i.id and p.no = 1");
        assertThat(sql.rows("select code from item order by id")).isEqualTo("x | z | null | null");
        assertThat(sql.rows("delete from part using item where part.item = item.id and item.code = 'x' returning no"))
                .isEqualTo("1 | 2 | 7");
    }

    @Test
    void anUpdateSeesTheRowsAsTheyWereBefore() {
        sql.script("create table n (id int primary key, v int); insert into n values (5, 1), (2, 2), (7, 3)");

        sql.run("update n set id = 4 - v, v = id where id <> 2");
        assertThat(sql.rows("select id, v from n")).isEqualTo("1 7 | 2 2 | 3 5");
        sql.run("insert into n select id + 10, v from n");
        assertThat(sql.rows("select count(*) from n")).isEqualTo("6");
    }

    @Test
    void uniqueValuesMayComeBackAfterTheyWent() {
        sql.script("delete from part; delete from item where code = 'a'; insert into item (code) values ('a')");
        sql.script("update item set code = 'c' where code = 'a'; insert into item (code) values ('a')");

        assertThat(sql.rows("select id, code from item where code in ('a', 'c') order by code"))
                .isEqualTo("6 a | 5 c");
    }

    @Test
    void rowsWithoutAKeyAreToldApart() {
        sql.script("create table log (text text); insert into log values ('a'), ('a'), ('b')");

        assertThat(sql.run("delete from log where text = 'a'").count()).isEqualTo(2);
        assertThat(sql.rows("select * from log")).isEqualTo("b");
    }

    @Test
    void defaultsMayBeAskedForByName() {
        sql.script("insert into item values (default, 'z', default, default); insert into item default values");
        assertThat(sql.rows("select id, code, price, stock from item where id > 4"))
                .isEqualTo("5 z 1.50 null | 6 null 1.50 null");
        sql.run("update item set price = 9, stock = 0 where id = 5");
        assertThat(sql.rows("update item set price = default where id = 5 returning price"))
                .isEqualTo("1.50");
    }

    @Test
    void keysThatAreEqualButLookDifferentAreKeptAsTheyWereWritten() {
        sql.script("create table n (v numeric primary key, d int); insert into n values (1.0, 1);"
                + "create table i (v interval primary key); insert into i values ('1 month')");
        assertThat(sql.rows("select v from n where v = 1.000")).isEqualTo("1.0");
        assertThat(sql.error("insert into n values (1.00, 2)")).startsWith("23505");
        assertThat(sql.rows("update n set v = 1.00 where v = 1 returning v")).isEqualTo("1.00");
        assertThat(sql.rows("update n set v = 2.50 where v = 1 returning v")).isEqualTo("2.50");
        assertThat(sql.rows("select v, d from n")).isEqualTo("2.50 1");
        assertThat(sql.error("insert into i values ('30 days')")).startsWith("23505");
        assertThat(sql.rows("select v from i where v = '30 days'")).isEqualTo("1 mon");
    }

    @Test
    void targetsOfSetAreNotQualified() {
        assertThat(sql.error("update item set item.stock = 1")).startsWith("42703");
    }
}
