package moirai.mockstore.wire.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Types;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Queries with what the store lacks, over random rows of all types: the rows of a real server. */
@ResourceLock(Twins.LOCK)
class RandomForeignQueryIT {

    private static final int TRIES = 15;

    private static @Nullable Twins pair;

    private static final String COLUMNS =
            "id, grp, name, price, score, born, seen, at, flag, data, code, len, moment, tag, big";

    /** A row, as texts that PostgreSQL reads; null is NULL. */
    record Line(List<@Nullable String> values) {}

    @BeforeContainer
    static void define() throws SQLException {
        pair = new Twins();
        pair.define(
                "CREATE TABLE r (id int PRIMARY KEY, grp int, name text, price numeric(8,2), score double precision,"
                        + " born date, seen timestamp, at timestamptz, flag boolean, data bytea, code uuid,"
                        + " len interval,"
                        + " moment time, tag char(3), big bigint)",
                "CREATE TABLE s (a int, b text, PRIMARY KEY (a, b))",
                "INSERT INTO s VALUES (1, 'x'), (1, 'y'), (2, 'x'), (7, ''), (-1, 'z''')");
    }

    @AfterContainer
    static void close() throws SQLException {
        twins().close();
    }

    private static Twins twins() {
        if (pair == null) {
            throw new IllegalStateException("no servers");
        }
        return pair;
    }

    @Property(tries = TRIES, shrinking = ShrinkingMode.OFF)
    void rowsAreThoseOfARealServer(@ForAll("tables") List<Line> lines, @ForAll("programs") List<String> queries)
            throws SQLException {
        twins().define("DELETE FROM r");
        for (Connection connection : List.of(twins().store(), twins().real())) {
            insert(connection, lines);
        }

        for (String query : queries) {
            List<String> expected = sorted(twins().real(), query);
            assertThatCode(() -> assertThat(sorted(twins().store(), query)).isEqualTo(expected))
                    .as(query)
                    .doesNotThrowAnyException();
        }
    }

    private static void insert(Connection connection, List<Line> lines) throws SQLException {
        try (var insert = connection.prepareStatement("INSERT INTO r (" + COLUMNS
                + ") VALUES (?, ?::int, ?::text, ?::numeric, ?::double precision, ?::date, ?::timestamp,"
                + " ?::timestamptz,"
                + " ?::boolean, ?::bytea, ?::uuid, ?::interval, ?::time, ?::char(3), ?::bigint)")) {
            for (int id = 0; id < lines.size(); id++) {
                insert.setInt(1, id + 1);
                for (int column = 0; column < lines.get(id).values().size(); column++) {
                    insert.setObject(column + 2, lines.get(id).values().get(column), Types.OTHER);
                }
                insert.executeUpdate();
            }
        }
    }

    /** Rows whose order is not determined are compared as a set; an order that is determined is a column. */
    private static List<String> sorted(Connection connection, String query) throws SQLException {
        List<String> rows =
                Twins.rows(connection, query).stream().map(List::toString).toList();
        return Stream.concat(rows.stream().limit(1), rows.stream().skip(1).sorted())
                .toList();
    }

    private static Arbitrary<@Nullable String> of(String... values) {
        return Arbitraries.of(values).injectNull(0.2);
    }

    @Provide
    Arbitrary<List<Line>> tables() {
        return line().list().ofMaxSize(8);
    }

    @Provide
    Arbitrary<List<String>> programs() {
        return query().list().ofMinSize(6).ofMaxSize(10);
    }

    private static Arbitrary<Line> line() {
        return Combinators.combine(List.of(
                        of("1", "2", "3", "-1"),
                        of("ann", "Bob", "", "NULL", "\\N", "a\tb\nc\\", "it's", "ö\"{}", " x ", "\\."),
                        of("0", "0.10", "-3.50", "999999.99", "2"),
                        of("0", "-0.1", "1e300", "0.30000000000000004", "NaN", "Infinity", "3"),
                        of("2024-02-29", "1970-01-01", "0001-01-01", "2999-12-31"),
                        of("2024-02-29 23:59:59.999999", "1999-12-31 00:00:00"),
                        of("2024-02-29 23:59:59.5+05", "2000-01-01 00:00:00Z"),
                        of("t", "f"),
                        of("\\x", "\\x00ff5c0a", "\\x6162"),
                        of("00000000-0000-0000-0000-000000000001", "ffffffff-ffff-ffff-ffff-ffffffffffff"),
                        of("1 day 02:03:04.5", "-3 mons", "00:00:00", "1 year"),
                        of("00:00:00", "23:59:59.000001"),
                        of("a", "abc", " b", ""),
                        of("9223372036854775807", "-9223372036854775808", "0", "5")))
                .as(Line::new);
    }

    private static Arbitrary<String> column() {
        return Arbitraries.of(List.of(COLUMNS.split(", ")));
    }

    private static Arbitrary<String> condition() {
        return Arbitraries.of(
                "true",
                "grp > 1",
                "name IS NOT NULL",
                "name ~ '^[a-z]'",
                "price BETWEEN SYMMETRIC 3 AND -4",
                "grp = ANY (ARRAY[1, 2, NULL])",
                "flag IS DISTINCT FROM true",
                "(grp, id) IN (SELECT a, a FROM s)",
                "EXISTS (SELECT 1 FROM s WHERE s.a = r.grp AND s.b SIMILAR TO '(x|y)')",
                "num_nulls(name, price) = 0",
                "at AT TIME ZONE 'Europe/Rome' > '2000-01-01'",
                "isfinite(born)");
    }

    private static Arbitrary<String> window() {
        return Combinators.combine(
                        Arbitraries.of(
                                "row_number()",
                                "rank()",
                                "dense_rank()",
                                "ntile(3)",
                                "lag(name)",
                                "lead(price, 2, 0.5)",
                                "first_value(seen)",
                                "nth_value(tag, 2)",
                                "count(*)",
                                "sum(price)",
                                "max(big)",
                                "array_agg(id)",
                                "string_agg(name, '/')"),
                        Arbitraries.of("", "PARTITION BY grp ", "PARTITION BY flag, tag "),
                        column(),
                        Arbitraries.of(
                                "",
                                " ROWS BETWEEN 1 PRECEDING AND CURRENT ROW",
                                " ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING EXCLUDE CURRENT ROW"))
                .as((function, partition, order, frame) ->
                        function + " OVER (" + partition + "ORDER BY " + order + ", id" + frame + ")");
    }

    private static Arbitrary<String> query() {
        Arbitrary<String> windows = Combinators.combine(window(), window(), condition())
                .as((one, other, where) -> "SELECT id, " + one + " AS w, " + other + " FROM r WHERE " + where);
        Arbitrary<String> distincts = Combinators.combine(column(), column(), condition())
                .as((one, other, where) -> "SELECT DISTINCT ON (" + one + ") " + one + ", id, " + other
                        + " FROM r WHERE " + where + " ORDER BY " + one + " DESC NULLS LAST, id");
        Arbitrary<String> laterals = Combinators.combine(column(), condition())
                .as((one, where) -> "SELECT r.id, x.* FROM r CROSS JOIN LATERAL (SELECT s.b, r." + one
                        + " AS v FROM s WHERE s.a >= r.grp ORDER BY s.a, s.b LIMIT 2) x WHERE " + where);
        Arbitrary<String> series = Combinators.combine(column(), condition())
                .as((one, where) -> "SELECT n, count(" + one + "), array_agg(" + one + " ORDER BY id) FROM"
                        + " generate_series(1, 4) n LEFT JOIN r ON r.grp = n AND " + where + " GROUP BY n");
        Arbitrary<String> sets = Combinators.combine(column(), column(), Arbitraries.of("ROLLUP", "CUBE"), condition())
                .as((one, other, set, where) -> "SELECT " + one + ", " + other + ", grouping(" + one
                        + "), count(*), min(id), array_agg(id ORDER BY id) FROM r WHERE " + where + " GROUP BY " + set
                        + " (" + one + ", " + other + ")");
        Arbitrary<String> recursions = condition()
                .map(where -> "WITH RECURSIVE w(id, grp, path) AS (SELECT id, grp,"
                        + " ARRAY[id] FROM r WHERE id = 1 UNION ALL SELECT r.id, r.grp, path || r.id FROM r JOIN w ON"
                        + " r.id = w.id + 1 WHERE " + where.replaceAll("(?<!\\.)\\b(grp|id|name)\\b", "r.$1")
                        + ") SELECT * FROM w");
        Arbitrary<String> whole = Combinators.combine(column(), condition())
                .as((one, where) ->
                        "SELECT to_jsonb(r." + one + "), (SELECT jsonb_agg(b ORDER BY b) FROM s WHERE a = grp),"
                                + " row_number() OVER (ORDER BY id) FROM r WHERE " + where);
        Arbitrary<String> stars = condition()
                .map(where ->
                        "SELECT r.*, row_number() OVER (ORDER BY id DESC) FROM r NATURAL LEFT JOIN (SELECT a AS grp,"
                                + " b FROM s) t WHERE " + where);
        Arbitrary<String> ordered = Combinators.combine(column(), condition())
                .as((one, where) -> "SELECT mode() WITHIN GROUP (ORDER BY " + one + "), count(*) FILTER (WHERE " + where
                        + "), percentile_disc(ARRAY[0, 0.5]) WITHIN GROUP (ORDER BY id) FROM r");
        return Arbitraries.oneOf(windows, distincts, laterals, series, sets, recursions, whole, stars, ordered);
    }
}
