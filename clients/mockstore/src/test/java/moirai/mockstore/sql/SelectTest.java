package moirai.mockstore.sql;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SelectTest {

    private final SqlFixture sql = new SqlFixture().script("""
            create table city (id int primary key, name text, country text);
            create table person (id int primary key, name text, city int, age int);
            create table lives (person int, city int, since int, primary key (person, city));
            insert into city values (1, 'Rome', 'it'), (2, 'Milan', 'it'), (3, 'Paris', 'fr');
            insert into person values (1, 'ann', 1, 30), (2, 'bob', 1, 20), (3, 'cid', 3, 40), (4, 'dan', null, null);
            insert into lives values (1, 1, 2000), (1, 2, 2010), (2, 1, 2005)""");

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "select p.name, c.name from person p join city c on p.city = c.id order by 1; ann Rome | "
                        + "bob Rome | cid Paris",
                "select p.name, c.name from person p left join city c on p.city = c.id order by p.id;"
                        + "ann Rome | bob Rome | cid Paris | dan null",
                "select c.name, p.name from person p right join city c on p.city = c.id and p.age > 25 order by c.id;"
                        + "Rome ann | Milan null | Paris cid",
                "select p.id, c.id from person p full join city c on p.city = c.id order by p.id, c.id;"
                        + "1 1 | 2 1 | 3 3 | 4 null | null 2",
                "select count(*) from person cross join city; 12",
                "select p.id, c.id from person p, city c where c.id = p.city and c.country = 'it' order by "
                        + "1; 1 1 | 2 1",
                "select * from lives join person using (city) order by 1, 2, 4; 1 1 2000 1 ann 30 | 1 1 "
                        + "2000 2 bob 20 | "
                        + "1 2 2005 1 ann 30 | 1 2 2005 2 bob 20",
                "select p.name from person p left join city c on p.city = c.id where c.id is null; dan",
                "select a.id from person a left join (city c join lives l on l.city = c.id) on c.id = a.city "
                        + "where l.person is null order by 1; 3 | 4",
                "select a.name, b.name from person a join person b on a.id < b.id and a.city = b.city; ann bob",
            })
    void joins(String query, String rows) {
        assertThat(sql.rows(query)).isEqualTo(rows);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "select city, count(*), sum(age), min(name) from person group by city order by city nulls first;"
                        + "null 1 null dan | 1 2 50 ann | 3 1 40 cid",
                "select country, count(*) from city group by 1 having count(*) > 1; it 2",
                "select country as land, max(id) from city group by land order by 2 desc; fr 3 | it 2",
                "select upper(country), count(*) from city group by upper(country) order by count(*); FR 1 | IT 2",
                "select count(*), count(age), avg(age) from person; 4 3 30.0000000000000000",
                "select count(distinct city) from person; 2",
                "select sum(age) from person where id > 100; null",
                "select count(*) from person where id > 100 group by city; ''",
                "select c.id, c.name, count(p.id) from city c left join person p on p.city = c.id group by "
                        + "c.id order by c.id;"
                        + "1 Rome 2 | 2 Milan 0 | 3 Paris 1",
                "select 1 from person having count(*) > 3; 1",
                "select count(*) filter (where age > 25) from person; 2",
                "select string_agg(name, ',' order by name desc) from city; Rome,Paris,Milan",
                "select city + 1, count(*) from person where city is not null group by city + 1 order by "
                        + "city + 1; 2 2 | 4 1",
            })
    void groups(String query, String rows) {
        assertThat(sql.rows(query)).isEqualTo(rows);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "select name from person where exists (select 1 from lives l where l.person = person.id) "
                        + "order by 1; ann | bob",
                "select name from person p where city in (select id from city where country = 'fr'); cid",
                "select name from person where city not in (select id from city where country = 'fr') order "
                        + "by id; ann | bob",
                "select name, (select c.name from city c where c.id = p.city) from person p where p.id > 2; "
                        + "cid Paris | dan null",
                "select (select max(age) from person) - age from person where id = 1; 10",
                "select name from person p where age = (select max(age) from person q where q.city = "
                        + "p.city) order by 1; ann | cid",
                "select t.a, t.b from (values (1, 'x'), (2, 'y')) as t(a, b) order by a desc; 2 y | 1 x",
                "select x.n from (select city, count(*) as n from person group by city) x where x.city = 1; 2",
                "with it as (select id from city where country = 'it'), n(c) as (select count(*) from it) "
                        + "select it.id, n.c from it, n order by 1; 1 2 | 2 2",
                "select p.id from person p where (select count(*) from lives where person = p.id and city = "
                        + "p.city) > 0; 1 | 2",
            })
    void subqueries(String query, String rows) {
        assertThat(sql.rows(query)).isEqualTo(rows);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "select distinct country from city order by 1; fr | it",
                "select distinct city from person order by city desc; null | 3 | 1",
                "select name from person order by age desc nulls last, id limit 2; cid | ann",
                "select name from person order by age limit 1 offset 1; ann",
                "select id from person order by id offset 2 rows fetch next 1 rows only; 3",
                "select id from person order by id fetch first row only; 1",
                "select id from person where id in (3, 1, 99) order by id; 1 | 3",
                "select id from person order by -id limit 2; 4 | 3",
                "select id from person limit null offset 3; 4",
                "select 1; 1",
                "select 1 where false; ''",
                "values (1, 2), (3, 4) order by 1 desc; 3 4 | 1 2",
                "select id from city union select city from person order by 1 nulls first; null | 1 | 2 | 3",
                "select country from city union all select 'x' order by country limit 2; fr | it",
                "select id from city intersect select city from person order by 1; 1 | 3",
                "select id from city except select city from person; 2",
                "select city from person except all select 1; 1 | 3 | null",
                "(select id from city order by id desc limit 1) union all (select 9) order by 1; 3 | 9",
                "select 1 union select 2.5 order by 1; 1 | 2.5",
                "select name from person p where p.name like 'a%' or age between 35 and 45 order by id; ann | cid",
                "select public.city.name from public.city where city.id = 2; Milan",
                "select c.* from city c, person p where p.id = 3 and c.id = p.city; 3 Paris fr",
                "select id as \"Id\" from city where id = 1; 1",
                "select case when age > 25 then 'old' else 'young' end from person order by id; old | young "
                        + "| old | young",
            })
    void rowsInOrder(String query, String rows) {
        assertThat(sql.rows(query)).isEqualTo(rows);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "select nope from city; 42703",
                "select * from nope; 42P01",
                "select name from person, city; 42702",
                "select x.name from person; 42P01",
                "select * from city, city; 42712",
                "select name, count(*) from person; 42803",
                "select count(*) from person where count(*) > 1; 42803",
                "select name from person group by city; 42803",
                "select id from person order by 3; 42P10",
                "select distinct name from person order by age; 42P10",
                "select id from city union select id, name from city; 42601",
                "select id from city limit -1; 2201W",
                "select selec; 42703",
                "selec 1; 42601",
                "select (select id from city); 21000",
                "select 1/0; 22012",
                "select * from city where name; 42804",
            })
    void mistakesAreAnsweredAsPostgresDoes(String query, String sqlState) {
        assertThat(sql.error(query)).startsWith(sqlState);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "select sum(age) over (partition by city) from person; window",
                "select * from city, lateral (select 1) x; LATERAL",
                "with recursive r as (select 1) select * from r; recursive",
                "select array[1, 2]; ARRAY",
                "select distinct on (city) name from person; onSelectItems",
                "select * from person natural join city; natural",
                "select * from person tablesample bernoulli (3); sampleClause",
                "select * from generate_series(1, 3); TableFunction",
                "select * from city for share nowait; NOWAIT",
                "select * from city for key share skip locked; SKIP LOCKED",
                "select * from city for update wait 3; WAIT",
                "select * from (with c as (delete from city returning id) select * from c) x; at the top level",
                "with c as (delete from city returning id) select name from city; a use of \"city\"",
                "select city from person group by rollup (city); rollup",
                "select id from city group by grouping sets ((id), ()); groupingSets",
                "select id from city qualify 1 = 1; qualify",
                "select id into other from city; intoTables",
                "table city; TableStatement",
                "merge into city using person on city.id = person.city when matched then delete; Merge",
                "create view v as select 1; CreateView",
                "create type mood as enum ('a'); CreateType",
                "create table copied as select 1; select",
                "alter table city drop column id; of the primary key",
                "alter table city alter name add generated always as identity; GENERATED",
                "create table t (id int primary key initially deferred); deferrable of column",
                "update city set (name, country) = (select 'a', 'b'); sub-query",
                "delete from city using person, lives where city.id = 1; more than one table",
                "copy city from stdin; COPY",
                "explain select 1; EXPLAIN",
                "create table t (id int primary key deferrable); deferrable",
                "select (select max(c.id) from person) from city c; aggregate of the query around",
                "select * from (select * from city) c for update; FOR UPDATE of a sub-query",
                "select * from city union select * from city for update; FOR UPDATE",
                "select * from city left join person on false for update; nullable side",
            })
    void whatIsNotSupportedIsRefusedByName(String query, String name) {
        assertThat(sql.error(query)).startsWith("0A000").containsIgnoringCase(name);
    }

    @Test
    void locksAreForTablesOfTheQuery() {
        assertThat(sql.error("select * from city for update of nope")).startsWith("42P01");
    }

    /** PostgreSQL makes one string of two on two lines. */
    @Test
    void stringsAreNoNames() {
        assertThat(sql.error("select 'a'\n 'b'")).startsWith("0A000").contains("a string in the place of a name");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "selec 1; at or near \"selec\"",
                "select (1; at end of input",
            })
    void aSyntaxErrorNamesItsPlace(String query, String place) {
        assertThat(sql.error(query)).contains("syntax error " + place).endsWith("in: " + query);
    }

    @Test
    void columnsMayHaveTheNamesOfTypes() {
        var rooms = new SqlFixture().script("""
                create table room (number int primary key, uuid uuid, blob text, decimal numeric(8, 2));
                insert into room (number, uuid, blob, decimal) values
                    (7, uuid '00000000-0000-0000-0000-000000000007', 'x', 1), (8, null, 'y', decimal '2')""");

        assertThat(rooms.rows("select number from room where uuid = '00000000-0000-0000-0000-000000000007'"))
                .isEqualTo("7");
        assertThat(rooms.rows("select max(number), blob from room where number > 1 and blob in ('x', 'y')"
                        + " group by blob having max(number) > 1 order by blob desc"))
                .isEqualTo("8 y | 7 x");
        assertThat(rooms.rows("update room set number = number + 1 where number = 8 and not decimal = 1"
                        + " returning number, cast('1' as decimal(3, 1)), '2'::numeric"))
                .isEqualTo("9 1.0 2");
    }
}
