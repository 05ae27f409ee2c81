package moirai.mockstore.wire.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.levels.ProductLevel;
import moirai.mockstore.levels.StoreLevel;
import moirai.mockstore.sql.expression.RealPostgres;
import moirai.mockstore.wire.WireClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Queries that the store does not understand see what its level shows, and nothing else. */
@ResourceLock(Twins.LOCK)
class ForeignQueryIT {

    private static final int CANCEL_REQUEST = 80877102;
    private static final String COUNT = "SELECT DISTINCT count(*) OVER () FROM account";

    /** Each with what it returns for the rows of {@link #aTransactionSeesItsOwnRowsAndNotThoseOfOthers}. */
    private static final List<List<String>> QUERIES = List.of(
            List.of(
                    "SELECT id, rank() OVER (PARTITION BY owner ORDER BY balance DESC) FROM account ORDER BY id",
                    "1 2 | 2 1 | 3 1 | 4 1"),
            List.of(
                    "WITH RECURSIVE up(id, depth) AS (SELECT id, 1 FROM account WHERE boss IS NULL UNION ALL"
                            + " SELECT a.id, depth + 1 FROM account a JOIN up ON a.boss = up.id)"
                            + " SELECT * FROM up ORDER BY id",
                    "1 1 | 2 2 | 3 3 | 4 1"),
            List.of(
                    "SELECT DISTINCT ON (owner) owner, id FROM account ORDER BY owner, balance DESC",
                    "ann 2 | bob 3 | cid 4"),
            List.of(
                    "SELECT a.id, b.id FROM account a, LATERAL (SELECT id FROM account WHERE boss = a.id) b ORDER BY 1",
                    "1 2 | 2 3"),
            List.of(
                    "SELECT n, count(a.id) FROM generate_series(1, 3) n LEFT JOIN account a ON a.id > n"
                            + " GROUP BY n ORDER BY n",
                    "1 3 | 2 2 | 3 1"),
            List.of("SELECT array_agg(id ORDER BY id DESC) FROM account", "{4,3,2,1}"),
            List.of("SELECT id FROM account WHERE ARRAY[owner, 'x'] @> ARRAY['bob'] ORDER BY id", "3"),
            List.of(
                    "SELECT owner, sum(balance) FROM account GROUP BY ROLLUP (owner) ORDER BY owner",
                    "ann 30.00 | bob 5.50 | cid null | null 35.50"),
            List.of("SELECT count(*) FROM account NATURAL JOIN (SELECT 1 AS id) one", "1"),
            List.of("TABLE account ORDER BY id LIMIT 1", "1 ann 10.00 null"),
            List.of("SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY id) FROM account", "2.5"));

    static List<StoreLevel> levels() {
        return List.of(
                ProductLevel.POSTGRES_READ_COMMITTED,
                ProductLevel.POSTGRES_REPEATABLE_READ,
                StoreLevel.of(IsolationLevel.STRONG_SESSION_SNAPSHOT_ISOLATION),
                StoreLevel.of(IsolationLevel.STRICT_SERIALIZABLE));
    }

    private static Twins filled(StoreLevel level) throws SQLException {
        var twins = new Twins(level);
        Twins.execute(
                twins.store(),
                "CREATE TABLE account (id int PRIMARY KEY, owner text, balance numeric(8,2), boss int)",
                "INSERT INTO account VALUES (1, 'ann', 10, NULL)",
                "CHECKPOINT");
        return twins;
    }

    private static String rows(Connection connection, String sql) throws SQLException {
        List<List<String>> rows = Twins.rows(connection, sql);
        return String.join(
                " | ",
                rows.subList(1, rows.size()).stream()
                        .map(row -> String.join(" ", row))
                        .toList());
    }

    @ParameterizedTest
    @MethodSource("levels")
    void aTransactionSeesItsOwnRowsAndNotThoseOfOthers(StoreLevel level) throws SQLException {
        try (var twins = filled(level);
                var other = twins.store("")) {
            Connection mine = twins.store();
            mine.setAutoCommit(false);
            other.setAutoCommit(false);
            Twins.execute(other, "INSERT INTO account VALUES (7, 'eve', 1, NULL)");
            Twins.execute(
                    mine,
                    "INSERT INTO account VALUES (2, 'ann', 20, 1), (3, 'bob', 5, 2), (4, 'cid', NULL, NULL),"
                            + " (5, 'dan', 0, 1)",
                    "UPDATE account SET balance = balance + 0.5 WHERE owner = 'bob'",
                    "DELETE FROM account WHERE id = 5");

            for (List<String> query : QUERIES) {
                assertThat(rows(mine, query.getFirst())).as(query.getFirst()).isEqualTo(query.getLast());
            }
            mine.rollback();
            other.rollback();
            assertThat(rows(mine, COUNT)).isEqualTo("1");
            mine.commit();
        }
    }

    /** The statement of a snapshot is the first one, whoever computes it. */
    @ParameterizedTest
    @MethodSource("levels")
    void aSnapshotIsKeptAndAStatementsOwnOneIsNot(StoreLevel level) throws SQLException {
        try (var twins = filled(level);
                var other = twins.store("")) {
            Connection mine = twins.store();
            mine.setAutoCommit(false);
            assertThat(rows(mine, COUNT)).isEqualTo("1");
            Twins.execute(other, "INSERT INTO account VALUES (2, 'bob', 1, NULL)");

            if (level == ProductLevel.POSTGRES_READ_COMMITTED) {
                assertThat(rows(mine, COUNT)).isEqualTo("2");
                assertThat(rows(mine, "SELECT count(*) FROM account")).isEqualTo("2");
            } else {
                assertThat(rows(mine, COUNT)).isEqualTo("1");
                assertThat(rows(mine, "SELECT count(*) FROM account")).isEqualTo("1");
            }
            mine.commit();
        }
    }

    /** The rows of a query that another server computes are reads of the store like others. */
    @ParameterizedTest
    @MethodSource("levels")
    void writeSkewByWindowFunctionsIsPreventedWhereItIsOtherwise(StoreLevel level) throws SQLException {
        try (var twins = filled(level);
                var other = twins.store("")) {
            Connection mine = twins.store();
            Twins.execute(mine, "INSERT INTO account VALUES (2, 'bob', 10, NULL)", "CHECKPOINT");
            mine.setAutoCommit(false);
            other.setAutoCommit(false);
            String sum = "SELECT DISTINCT sum(balance) OVER () FROM account";
            assertThat(rows(mine, sum)).isEqualTo("20.00");
            assertThat(rows(other, sum)).isEqualTo("20.00");
            Twins.execute(mine, "UPDATE account SET balance = -10 WHERE id = 1");
            Twins.execute(other, "UPDATE account SET balance = -10 WHERE id = 2");
            mine.commit();
            if (level.equals(StoreLevel.of(IsolationLevel.STRICT_SERIALIZABLE))) {
                assertThatThrownBy(other::commit).isInstanceOf(SQLException.class);
            } else {
                other.commit();
            }
        }
    }

    @Test
    void aQueryThatTakesLongIsCancelledAndTheSessionGoesOn() throws SQLException {
        try (var twins = filled(StoreLevel.of(IsolationLevel.STRICT_SERIALIZABLE));
                var client = new WireClient(twins.port())) {
            var key = client.startup(3 << 16, Map.of("user", "ada")).answers().stream()
                    .filter(message -> message.type() == 'K')
                    .findFirst()
                    .orElseThrow()
                    .body();
            int process = key.getInt();
            int secret = key.getInt();
            client.query("SELECT count(*) FROM account NATURAL JOIN account b, generate_series(1, 10000000000) n")
                    .send();
            while (!client.hasAnswer()) {
                // A request that comes before the statement runs has no effect.
                try (var other = new WireClient(twins.port())) {
                    other.int32(CANCEL_REQUEST)
                            .int32(process)
                            .int32(secret)
                            .end()
                            .send()
                            .next();
                }
            }

            assertThat(client.lines()).containsExactly("ErrorResponse ERROR/ERROR 57014", "ReadyForQuery I");
            assertThat(client.query(COUNT).lines()).contains("DataRow ['1']");
            assertThat(runningCount()).as("queries that go on at the server").isZero();
        }
    }

    /** Waits some seconds for the server to see that nobody wants the answer. */
    private static int runningCount() throws SQLException {
        int count = 1;
        try (var connection = RealPostgres.connect()) {
            for (long start = System.nanoTime(); count > 0 && System.nanoTime() - start < 5_000_000_000L; ) {
                count = Integer.parseInt(rows(
                        connection,
                        "SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%10000000000%'"
                                + " AND pid <> pg_backend_pid()"));
            }
        }
        return count;
    }

    @ParameterizedTest
    @MethodSource("levels")
    void parametersAndPreparedStatementsFollowChanges(StoreLevel level) throws SQLException {
        try (var twins = filled(level);
                var select = twins.store()
                        .prepareStatement("SELECT id, row_number() OVER (ORDER BY id) FROM account"
                                + " WHERE owner = ANY (?) AND balance >= ? ORDER BY id")) {
            select.setArray(1, twins.store().createArrayOf("text", new String[] {"ann", "bob"}));
            select.setBigDecimal(2, new java.math.BigDecimal("1.5"));
            for (int id = 2; id < 9; id++) {
                Twins.execute(twins.store(), "INSERT INTO account VALUES (" + id + ", 'bob', 2, NULL)");
                try (var rows = select.executeQuery()) {
                    assertThat(Twins.rows(rows)).hasSize(id + 1).endsWith(List.of("" + id, "" + id));
                }
            }
            Twins.execute(twins.store(), "ALTER TABLE account ADD COLUMN more int", "UPDATE account SET more = id");
            assertThat(rows(
                            twins.store(),
                            "SELECT max(more) FILTER (WHERE id < 3), array_agg(more) = '{}' FROM account"))
                    .isEqualTo("2 f");
        }
    }
}
