package moirai.compatibility;

import static moirai.compatibility.Checks.connect;
import static moirai.compatibility.Checks.execute;
import static moirai.compatibility.Checks.same;
import static moirai.compatibility.Checks.value;

import java.io.ByteArrayInputStream;
import java.math.BigDecimal;
import java.sql.Array;
import java.sql.Connection;
import java.sql.Date;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import org.postgresql.geometric.PGpoint;
import org.postgresql.util.PGInterval;
import org.postgresql.util.PGobject;

/** The checks of the types of pgjdbc: what goes into a column comes back, as text and in binary form. */
final class PgjdbcTypes {

    private static final OffsetDateTime MOMENT = OffsetDateTime.of(2024, 5, 6, 7, 8, 9, 123_456_000, ZoneOffset.UTC);

    private PgjdbcTypes() {}

    static void add(Checks checks) {
        plain(checks);
        times(checks);
        arrays(checks);
        own(checks);
    }

    /** Asserts that a value which is written to a column of a type is read as the one that is expected. */
    private static void returns(String type, Object written, Class<?> as, Object expected) throws SQLException {
        String table = "of_" + type.replaceAll("\\W+", "_");
        execute("CREATE TABLE IF NOT EXISTS " + table + " (id serial PRIMARY KEY, v " + type + ")");
        for (String threshold : List.of("prepareThreshold=5", "prepareThreshold=-1")) {
            try (Connection c = connect(threshold);
                    PreparedStatement insert = c.prepareStatement("INSERT INTO " + table + " (v) VALUES (?)");
                    PreparedStatement query =
                            c.prepareStatement("SELECT v FROM " + table + " ORDER BY id DESC LIMIT 1")) {
                if (written instanceof PGobject || as == null) {
                    insert.setObject(1, written, Types.OTHER);
                } else {
                    insert.setObject(1, written);
                }
                insert.executeUpdate();
                try (ResultSet rows = query.executeQuery()) {
                    rows.next();
                    same(as == null ? rows.getString(1) : rows.getObject(1, as), expected);
                }
            }
        }
    }

    private static void same(Object found, Object expected) {
        if (found instanceof Array array) {
            try {
                Checks.same(array.getArray(), expected);
            } catch (SQLException failed) {
                throw new AssertionError(failed);
            }
        } else {
            Checks.same(found, expected);
        }
    }

    private static void plain(Checks checks) {
        checks.check("numbers", () -> {
            returns("smallint", (short) -3, Integer.class, -3);
            returns("integer", Integer.MAX_VALUE, Integer.class, Integer.MAX_VALUE);
            returns("bigint", Long.MIN_VALUE, Long.class, Long.MIN_VALUE);
            returns("numeric(20,5)", new BigDecimal("-12345.67890"), BigDecimal.class, new BigDecimal("-12345.67890"));
            returns("real", 1.5f, Float.class, 1.5f);
            returns("double precision", 0.1, Double.class, 0.1);
            returns("double precision", Double.NaN, Double.class, Double.NaN);
        });
        checks.check("texts_and_booleans", () -> {
            returns("text", "naïve 'quoted' \\ \n 日本", String.class, "naïve 'quoted' \\ \n 日本");
            returns("varchar(10)", "ten", String.class, "ten");
            returns("char(4)", "ab", String.class, "ab  ");
            returns("boolean", true, Boolean.class, true);
        });
        checks.check("bytes", () -> {
            returns("bytea", new byte[] {0, -1, 39, 92}, byte[].class, new byte[] {0, -1, 39, 92});
            try (Connection c = connect();
                    var s = c.prepareStatement("INSERT INTO of_bytea (v) VALUES (?) RETURNING length(v)")) {
                s.setBinaryStream(1, new ByteArrayInputStream(new byte[100_000]), 100_000);
                Checks.same(PgjdbcChecks.only(s), "100000");
            }
        });
        checks.check("uuid", () -> {
            var id = UUID.fromString("a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11");
            returns("uuid", id, UUID.class, id);
        });
    }

    private static void times(Checks checks) {
        checks.check("java_time", () -> {
            returns("date", LocalDate.of(2024, 2, 29), LocalDate.class, LocalDate.of(2024, 2, 29));
            returns("time", LocalTime.of(23, 59, 58), LocalTime.class, LocalTime.of(23, 59, 58));
            returns("timestamp", MOMENT.toLocalDateTime(), LocalDateTime.class, MOMENT.toLocalDateTime());
            returns("timestamptz", MOMENT, OffsetDateTime.class, MOMENT);
        });
        checks.check("java_sql_times", () -> {
            returns("date", Date.valueOf("2024-02-29"), Date.class, Date.valueOf("2024-02-29"));
            Timestamp moment = Timestamp.from(MOMENT.toInstant());
            returns("timestamptz", moment, Timestamp.class, moment);
            returns("timestamp", moment, Timestamp.class, moment);
        });
        checks.check("infinite_times", () -> {
            returns("date", LocalDate.MAX, LocalDate.class, LocalDate.MAX);
            returns("timestamptz", OffsetDateTime.MAX, OffsetDateTime.class, OffsetDateTime.MAX);
        });
        checks.check("intervals", () -> {
            var interval = new PGInterval(1, 2, 3, 4, 5, 6.5);
            returns("interval", interval, PGInterval.class, interval);
        });
        checks.check("time_zone_of_the_session", () -> {
            try (Connection c = connect()) {
                execute(c, "SET TIME ZONE 'America/New_York'");
                Checks.same(value(c, "SELECT '2024-05-06 07:08:09+00'::timestamptz::text"), "2024-05-06 03:08:09-04");
            }
        });
    }

    private static void arrays(Checks checks) {
        checks.check("arrays_written", () -> {
            returns("integer[]", new int[] {1, 2, 3}, Array.class, new Integer[] {1, 2, 3});
            returns("text[]", new String[] {"a,b", "c\"d", null, ""}, Array.class, new String[] {"a,b", "c\"d", null, ""
            });
            returns("bigint[]", new Long[][] {{1L, 2L}, {3L, 4L}}, Array.class, new Long[][] {{1L, 2L}, {3L, 4L}});
        });
        checks.check("array_as_a_list_of_keys", () -> {
            try (Connection c = connect();
                    var s = c.prepareStatement("SELECT count(*) FROM numbers WHERE n = ANY (?)")) {
                s.setArray(1, c.createArrayOf("int4", new Integer[] {1, 2, 5000}));
                Checks.same(PgjdbcChecks.only(s), "2");
            }
        });
        checks.check("unnested_arrays", () -> {
            try (Connection c = connect();
                    var s = c.prepareStatement(
                            "INSERT INTO numbers SELECT * FROM unnest(?::int[], ?::text[]) RETURNING n")) {
                s.setArray(1, c.createArrayOf("int4", new Integer[] {5001, 5002}));
                s.setArray(2, c.createArrayOf("text", new String[] {"x", "y"}));
                Checks.same(PgjdbcChecks.all(s.executeQuery()).size(), 2);
            }
        });
        checks.check("arrays_computed", () -> {
            try (Connection c = connect();
                    var s = c.prepareStatement("SELECT array_agg(n ORDER BY n) FROM numbers WHERE n <= 3");
                    ResultSet rows = s.executeQuery()) {
                rows.next();
                Checks.same(rows.getArray(1).getArray(), new Integer[] {1, 2, 3});
            }
        });
    }

    private static void own(Checks checks) {
        checks.check("json", () -> {
            var json = new PGobject();
            json.setType("jsonb");
            json.setValue("{\"a\": [1, 2]}");
            returns("jsonb", json, null, "{\"a\": [1, 2]}");
            try (Connection c = connect();
                    var s = c.prepareStatement("SELECT v -> 'a' ->> 1 FROM of_jsonb WHERE v @> ?::jsonb LIMIT 1")) {
                s.setString(1, "{\"a\": [2]}");
                Checks.same(PgjdbcChecks.only(s), "2");
            }
        });
        checks.check("enumeration", () -> {
            execute("CREATE TYPE mood AS ENUM ('sad', 'happy')");
            returns("mood", "happy", null, "happy");
            try (Connection c = connect();
                    var s = c.prepareStatement("SELECT count(*) FROM of_mood WHERE v = ?::mood")) {
                s.setString(1, "happy");
                Checks.same(PgjdbcChecks.only(s), "2");
            }
        });
        checks.check("inet_bit_and_range", () -> {
            returns("inet", "10.0.0.1", null, "10.0.0.1");
            returns("bit(4)", "1010", null, "1010");
            returns("int4range", "[1,5)", null, "[1,5)");
        });
        checks.check("point", () -> returns("point", new PGpoint(1.5, -2), PGpoint.class, new PGpoint(1.5, -2)));
        checks.check("composite", () -> {
            execute("CREATE TYPE place AS (street text, number integer)");
            returns("place", "(\"High Street\",7)", null, "(\"High Street\",7)");
        });
        checks.check("strings_of_unspecified_type", () -> {
            execute("CREATE TABLE guessed (id integer, made timestamptz, doc jsonb, key uuid)");
            try (Connection c = connect("stringtype=unspecified");
                    var s = c.prepareStatement("INSERT INTO guessed VALUES (?, ?, ?, ?)")) {
                s.setString(1, "1");
                s.setString(2, "2024-05-06 07:08:09+00");
                s.setString(3, "[]");
                s.setString(4, "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11");
                Checks.same(s.executeUpdate(), 1);
            }
        });
    }
}
