package moirai.mockstore.sql.plan;

import static org.assertj.core.api.Assertions.assertThat;

import moirai.history.level.IsolationLevel;
import moirai.mockstore.sql.SqlFixture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Joins and sub-queries that no key and no index helps read each row once, and only as far as somebody looks. */
class HashedJoinTest {

    private final SqlFixture sql = new SqlFixture(IsolationLevel.STRONG_SNAPSHOT_ISOLATION, 1).script("""
            create table person (id int primary key, city text, age int);
            create table town (id int primary key, name text, size bigint);
            insert into person values (1, 'rome', 30), (2, 'oslo', 20), (3, null, 40), (4, 'rome', 50);
            insert into town values (1, 'oslo', 20), (2, 'rome', 30), (3, null, 40), (4, 'rome', 7);
            create sequence number""");

    @Test
    void aJoinReadsEachRowOfTheRightOnceAndItsOwnConditionsFirst() {
        assertThat(sql.reads("select p.id, t.id from person p join town t on t.name = p.city and t.size > 10"))
                .containsExactly(
                        "person(1)",
                        "town(1)",
                        "town(1).size",
                        "town(1).name",
                        "person(1).city",
                        "town(2)",
                        "town(2).size",
                        "town(2).name",
                        "town(3)",
                        "town(3).size",
                        "town(3).name",
                        "town(4)",
                        "town(4).size",
                        "person(2)",
                        "person(2).city",
                        "person(3)",
                        "person(3).city",
                        "person(4)",
                        "person(4).city");
    }

    /** No row beyond the first match is read, and the next row of the left goes on where the first one stopped. */
    @Test
    void existsReadsNoFurtherThanItsAnswer() {
        assertThat(sql.reads(
                        "select id from person p where id < 3 and exists (select 1 from town t where t.size = p.age)"))
                .containsExactly(
                        "person(1)",
                        "town(1)",
                        "town(1).size",
                        "person(1).age",
                        "town(2)",
                        "town(2).size",
                        "person(2)",
                        "person(2).age");
        assertThat(sql.reads("select id from person where id = 2 and city in (select name from town)"))
                .containsExactly("person(2)", "town(1)", "town(1).name", "person(2).city");
        assertThat(sql.reads("select t.id from person p, town t where t.name = p.city and p.id = 2 limit 1"))
                .containsExactly("person(2)", "town(1)", "town(1).name", "person(2).city");
    }

    @Test
    void aJoinWithoutRowsOnTheLeftReadsNothingOfTheRight() {
        assertThat(sql.reads("select t.id from person p left join town t on t.name = p.city where p.id = 9"))
                .containsExactly("person(9)");
    }

    @Test
    void conditionsWithQueriesComeLast() {
        assertThat(sql.reads(
                        "select id from person p where (select max(size) from town where id = p.id) > 50 and age = 31"))
                .containsExactly(
                        "person(1)",
                        "person(1).age",
                        "person(2)",
                        "person(2).age",
                        "person(3)",
                        "person(3).age",
                        "person(4)",
                        "person(4).age");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "select p.id, t.id from person p join town t on t.name = p.city; 1 2 | 1 4 | 2 1 | 4 2 | 4 4",
                "select p.id, t.id from person p left join town t on t.size = p.age + 0.0 order by 1; 1 2 | 2 1 | 3 3 |"
                        + " 4 null",
                "select p.id, t.id from person p full join town t on t.name = p.city and t.size = p.age order by 1, 2;"
                        + "1 2 | 2 1 | 3 null | 4 null | null 3 | null 4",
                "select id from person where city not in (select name from town where size > 35);",
                "select id from person where city not in (select name from town where size > 90); 1 | 2 | 3 | 4",
                "select id from person where (city, age) not in (select name, size from town where id < 3); 3 | 4",
                "select id from person where (city, age) not in (select name, size from town); 4",
                "select id from person where (city, age) in (select name, size from town); 1 | 2",
                "select id from person where city <> all (select name from town where size = 20); 1 | 4",
                "select id, (select count(*) from town where name = city) from person order by 1; 1 2 | 2 1 | 3 0"
                        + " | 4 2",
                "select p.id, t.id from person p, town t where (p.city = t.name and t.id < 3) or (p.city = t.name and"
                        + " p.id > 3) order by 1, 2; 1 2 | 2 1 | 4 2 | 4 4",
                // A query that depends on nothing is executed once, whatever it calls.
                "select id, (select nextval('number')) from town; 1 1 | 2 1 | 3 1 | 4 1",
                "select id from town where (select nextval('number')) = 1; 1 | 2 | 3 | 4",
                "select max(n), min(n), greatest(1, 1.0) from (values (1.0), (1)) v (n); 1 1 1",
                "select max(c) from (values ('a '::char(2)), ('a'::char(1))) v (c); 'a '",
            })
    void rowsAreThoseOfNestedLoops(String query, String rows) {
        assertThat(sql.rows(query)).isEqualTo(rows == null ? "" : rows);
    }

    /** The rows that the update finds are those from before it, whichever of them it has changed already. */
    @Test
    void aChangeFindsItsRowsBeforeItChangesThem() {
        assertThat(sql.rows("update person p set age = age + 1 from town t where t.name = p.city and t.size >= p.age"
                        + " returning p.id, age"))
                .isEqualTo("1 31 | 2 21");
        assertThat(sql.run("delete from town where name in (select city from person where age > 30)")
                        .tag())
                .isEqualTo("DELETE 2");
    }

    /** All parameters that JDBC numbers look alike, and are not. */
    @Test
    void parametersInTheAlternativesOfOrAreNotCommon() {
        assertThat(sql.rows("select id from town where (id = ? and size > 0) or (id = ? and size > 5)", 1, 2))
                .isEqualTo("1 | 2");
        assertThat(sql.rows(
                        "select p.id, t.id from person p, town t"
                                + " where (p.id = ? and t.id = 1) or (p.id = ? and t.id = 1) order by 1",
                        1,
                        2))
                .isEqualTo("1 1 | 2 1");
    }

    @Test
    void aValueThatIsCommonToAlternativesIsComputedWhereItsGuardHolds() {
        sql.run("insert into person values (5, 'bern', 0)");

        assertThat(sql.rows("select p.id, t.id from person p, town t"
                        + " where (p.age <> 0 and t.size = 600 / p.age) or (p.age <> 0 and t.size = 600 / p.age)"))
                .isEqualTo("1 1 | 2 2");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "select id from town where nextval('number') > 2; 3 | 4; 5",
                "select count(*) from person p join town t on nextval('number') > 15; 1; 17",
                "select count(*) from person p, town t where nextval('number') > 15; 1; 17",
                "select count(*) from person p join town t on t.name = p.city where nextval('number') > 2; 3; 6",
                "select count(t.id) from person p left join town t on nextval('number') > 3; 13; 17",
                "select id, (select count(*) from town t where t.size = o.age and nextval('number') > 1) from person o;"
                        + " 1 0 | 2 1 | 3 1 | 4 0; 4",
            })
    void aConditionWhoseValueVariesIsEvaluatedForEachCombination(String query, String rows, String next) {
        assertThat(sql.rows(query)).isEqualTo(rows);
        assertThat(sql.rows("select nextval('number')")).isEqualTo(next);
    }

    @Test
    void aQueryInFromIsReadNoFurtherThanItsRowsAreAskedFor() {
        assertThat(sql.reads("select id from (select id from town where size > 10) t limit 1"))
                .containsExactly("town(1)", "town(1).size");
        assertThat(sql.reads("with t as materialized (select id from town) select a.id from t a, t b limit 1"))
                .containsExactly("town(1)");
    }
}
