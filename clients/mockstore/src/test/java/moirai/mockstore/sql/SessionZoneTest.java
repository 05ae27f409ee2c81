package moirai.mockstore.sql;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The expected values are those of PostgreSQL 18. */
class SessionZoneTest {

    private final SqlFixture sql = new SqlFixture();

    @BeforeEach
    void fill() {
        sql.script("create table e (id int primary key, at timestamptz); set timezone = 'Europe/Berlin';"
                + "insert into e values (1, '2024-03-31 00:30'), (2, '2024-07-01 12:00+00'), (3, '2024-10-27 02:30')");
    }

    @Test
    void aMomentHasTheDateAndTimeOfTheZone() {
        assertThat(sql.rows("select at::date, extract(hour from at), at::timestamp::text from e order by id"))
                .isEqualTo("2024-03-31 0 2024-03-31 00:30:00 | 2024-07-01 14 2024-07-01 14:00:00"
                        + " | 2024-10-27 2 2024-10-27 02:30:00");
        sql.run("set timezone = 'America/New_York'");
        assertThat(sql.rows("select at::date, to_char(at, 'HH24:MI') from e order by id"))
                .isEqualTo("2024-03-30 19:30 | 2024-07-01 08:00 | 2024-10-26 21:30");
    }

    @Test
    void aDayIsNotAlwaysTwentyFourHours() {
        assertThat(sql.rows(
                        "select (at + interval '1 day')::text, (at + interval '24 hours')::text from e where id = 1"))
                .isEqualTo("2024-04-01 00:30:00+02 2024-04-01 01:30:00+02");
        assertThat(sql.rows("select date_trunc('day', at)::text, extract(epoch from at) from e where id = 3"))
                .isEqualTo("2024-10-27 00:00:00+02 1729992600.000000");
    }

    @Test
    void aTextWithoutAnOffsetIsOfTheZone() {
        assertThat(sql.rows("select id from e where at > '2024-07-01 13:59' and at < '2024-07-01 14:01'"))
                .isEqualTo("2");
        sql.run("set timezone = 'UTC'");
        assertThat(sql.rows("select id from e where at > '2024-07-01 13:59' and at < '2024-07-01 14:01'"))
                .isEmpty();
    }

    /** What is constant in a statement depends on the zone, and statements are kept. */
    @Test
    void theSameStatementMeansSomethingElseInAnotherSession() {
        String query = "select timestamptz '2024-01-01 00:00' = timestamptz '2023-12-31 23:00+00'";
        assertThat(sql.rows(query)).isEqualTo("true");
        try (var other = sql.database.session()) {
            assertThat(other.execute(query).rows().getFirst().getFirst()).isEqualTo(false);
        }
        assertThat(sql.rows(query)).isEqualTo("true");
    }

    @Test
    void zonesArePlacesOrOffsets() {
        sql.run("set time zone interval '+05:30' hour to minute");
        assertThat(sql.rows("select at::text from e where id = 2")).isEqualTo("2024-07-01 17:30:00+05:30");
        sql.run("set timezone = 'CET'");
        assertThat(sql.error("set timezone = 'Nowhere/Land'")).startsWith("22023");
        assertThat(sql.error("set timezone = '+2'")).startsWith("0A000");
    }

    @Test
    void aLocalSettingEndsWithItsTransaction() {
        sql.script("begin; set local timezone = 'UTC'");
        assertThat(sql.rows("select current_setting('TimeZone')")).isEqualTo("UTC");
        sql.run("commit");
        assertThat(sql.rows("show timezone")).isEqualTo("Europe/Berlin");
        assertThat(sql.rows("select set_config('timezone', 'UTC', false), current_setting('no.such', true)"))
                .isEqualTo("UTC null");
        assertThat(sql.rows("show timezone")).isEqualTo("UTC");
        assertThat(sql.error("select current_setting('no.such')")).startsWith("42704");
    }

    @Test
    void whatIsSetIsTakenBackWithItsTransaction() {
        sql.script("begin; set timezone = 'Asia/Tokyo'; savepoint a; set timezone = 'UTC'; savepoint a;"
                + " set local timezone = 'Asia/Kolkata'; rollback to a");
        assertThat(sql.rows("show timezone")).isEqualTo("UTC");
        sql.script("release a; rollback to a");
        assertThat(sql.rows("show timezone")).isEqualTo("Asia/Tokyo");
        sql.run("rollback");
        assertThat(sql.rows("select at::text from e where id = 2")).isEqualTo("2024-07-01 14:00:00+02");
        assertThat(sql.error("select set_config('timezone', 'UTC', false), 1 / (id - 1) from e"))
                .startsWith("22012");
        assertThat(sql.rows("show timezone")).isEqualTo("Europe/Berlin");
        sql.script("begin; set timezone = 'Asia/Tokyo'; commit");
        assertThat(sql.rows("show timezone")).isEqualTo("Asia/Tokyo");
    }

    @Test
    void thePolicyIsTakenBackWithItsTransaction() {
        sql.script("begin; set moirai.policy = 'latest'; savepoint a; set local moirai.policy = 'stale'");
        assertThat(sql.rows("show moirai.policy")).isEqualTo("stale");
        sql.run("rollback to a");
        assertThat(sql.rows("show moirai.policy")).isEqualTo("latest");
        sql.run("rollback");
        assertThat(sql.rows("show moirai.policy")).isEqualTo("store");
    }

    @Test
    void timesInSettingsAreWrittenInTheLargestUnit() {
        sql.run("set statement_timeout = 90000");
        assertThat(sql.rows("show statement_timeout")).isEqualTo("90s");
        sql.run("set lock_timeout = '2min'");
        assertThat(sql.rows("show lock_timeout")).isEqualTo("2min");
        assertThat(sql.error("set lock_timeout = 'soon'")).startsWith("22023");
    }

    @Test
    void randomValuesFollowFromTheSeedAndDoNotRepeat() {
        String values = "select random(), gen_random_uuid(), gen_random_uuid()";
        assertThat(sql.rows(values)).isEqualTo(new SqlFixture().rows(values));
        assertThat(sql.rows(values)).isNotEqualTo(new SqlFixture().rows(values));
        assertThat(sql.rows("select gen_random_uuid()::text")).matches("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab].*");
    }
}
