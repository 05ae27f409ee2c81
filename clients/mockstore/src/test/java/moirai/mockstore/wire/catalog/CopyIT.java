package moirai.mockstore.wire.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import moirai.mockstore.wire.Answer;
import moirai.mockstore.wire.WireClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyManager;

/** COPY between a client and tables, by PostgreSQL's driver and message by message. */
@ResourceLock(Twins.LOCK)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CopyIT {

    private static final List<String> TEXTS = List.of(
            "plain",
            "",
            "NULL",
            "null",
            "\\N",
            "\\.",
            "\\",
            "\\\\",
            "a\tb",
            "a\nb",
            "a\r\nb",
            "a\bb\fc\u000bd",
            "\"quoted\"",
            "it's",
            "a,b;c|d",
            " blank ",
            "\\t\\n",
            "näh 😀",
            "{1,2}",
            "x".repeat(10_000));

    private Twins twins;

    @BeforeAll
    void define() throws SQLException {
        twins = new Twins();
        twins.define(
                "CREATE TABLE source (id int PRIMARY KEY, line text, flag boolean, price numeric(8,2),"
                        + " at timestamp, data bytea)",
                "CREATE TABLE target (id int PRIMARY KEY, line text DEFAULT 'none', flag boolean, price numeric(8,2),"
                        + " at timestamp, data bytea, CHECK (price > 0))",
                "CREATE TABLE small (id serial PRIMARY KEY, a int NOT NULL, b text DEFAULT 'd')");
        for (Connection connection : List.of(twins.store(), twins.real())) {
            try (var insert = connection.prepareStatement("INSERT INTO source VALUES (?, ?, ?, ?, ?, ?)")) {
                for (int id = 0; id <= TEXTS.size(); id++) {
                    insert.setInt(1, id);
                    insert.setString(2, id == TEXTS.size() ? null : TEXTS.get(id));
                    insert.setObject(3, id % 3 == 0 ? null : id % 3 == 1);
                    insert.setBigDecimal(4, new java.math.BigDecimal("1.50").add(new java.math.BigDecimal(id)));
                    insert.setObject(5, java.time.LocalDateTime.of(2024, 2, 29, 23, id % 60, 1, 5_000));
                    insert.setBytes(6, new byte[] {0, (byte) id, '\\', '\n'});
                    insert.executeUpdate();
                }
            }
        }
    }

    @BeforeEach
    void empty() throws SQLException {
        twins.define("DELETE FROM target", "DELETE FROM small");
    }

    @AfterAll
    void close() throws SQLException {
        twins.close();
    }

    private static CopyManager copies(Connection connection) throws SQLException {
        return connection.unwrap(PGConnection.class).getCopyAPI();
    }

    private static String out(Connection connection, String sql) throws SQLException, IOException {
        var text = new StringWriter();
        copies(connection).copyOut(sql, text);
        return text.toString();
    }

    private static long in(Connection connection, String sql, String text) throws SQLException, IOException {
        return copies(connection).copyIn(sql, new StringReader(text));
    }

    private List<List<String>> rows(String sql) throws SQLException {
        List<List<String>> rows = Twins.rows(twins.store(), sql);
        return rows.subList(1, rows.size());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " WITH (FORMAT text)",
                " WITH (FORMAT csv)",
                " CSV HEADER",
                " WITH (FORMAT csv, DELIMITER ';', QUOTE '''', ESCAPE '\\', NULL 'nothing', FORCE_QUOTE *)",
                " WITH (DELIMITER '|', NULL '')",
                " (FORMAT csv, HEADER)",
            })
    void rowsGoThereAndBack(String options) throws SQLException, IOException {
        String rows = "SELECT * FROM source ORDER BY id";
        String text = out(twins.store(), "COPY (" + rows + ") TO STDOUT" + options);
        assertThat(text).isEqualTo(out(twins.real(), "COPY (" + rows + ") TO STDOUT" + options));
        String wanted = options.replace(", FORCE_QUOTE *", "");

        assertThat(in(twins.store(), "COPY target FROM STDIN" + wanted, text)).isEqualTo(TEXTS.size() + 1);
        if (options.contains("NULL ''")) {
            assertThat(rows("SELECT id FROM target WHERE line IS NULL ORDER BY id"))
                    .hasSize(2);
        } else {
            assertThat(rows("SELECT * FROM target ORDER BY id")).isEqualTo(rows(rows));
        }
    }

    @Test
    void bytesGoThereAndBack() throws SQLException, IOException {
        var bytes = new java.io.ByteArrayOutputStream();
        copies(twins.store()).copyOut("COPY source TO STDOUT (FORMAT binary)", bytes);
        assertThat(copies(twins.store())
                        .copyIn(
                                "COPY target FROM STDIN WITH (FORMAT binary)",
                                new java.io.ByteArrayInputStream(bytes.toByteArray())))
                .isEqualTo(TEXTS.size() + 1);

        assertThat(rows("SELECT * FROM target ORDER BY id")).isEqualTo(rows("SELECT * FROM source ORDER BY id"));
    }

    @Test
    void aTableIsCopiedInItsColumnsOrInSome() throws SQLException, IOException {
        assertThat(out(twins.store(), "COPY source (id, flag) TO STDOUT WITH CSV")
                        .lines()
                        .sorted())
                .contains("1,t", "2,f", "3,");
        assertThat(in(twins.store(), "COPY small (b, a) FROM STDIN", "x\t1\n\\N\t2\n"))
                .isEqualTo(2);
        assertThat(in(twins.store(), "copy public.small(\"a\") from stdin csv", "3\n"))
                .isEqualTo(1);
        assertThat(rows("SELECT a, b FROM small ORDER BY a"))
                .isEqualTo(List.of(List.of("1", "x"), List.of("2", "null"), List.of("3", "d")));
        assertThat(rows("SELECT count(DISTINCT id) FROM small")).isEqualTo(List.of(List.of("3")));
    }

    @Test
    void aQueryThatOnlyPostgresUnderstandsIsCopied() throws SQLException, IOException {
        assertThat(out(
                        twins.store(),
                        "COPY (SELECT id, row_number() OVER (ORDER BY id DESC) FROM source WHERE id < 3"
                                + " ORDER BY 1) TO STDOUT CSV"))
                .isEqualTo("0,3\n1,2\n2,1\n");
        assertThat(out(twins.store(), "COPY source (id) TO STDIN"))
                .isEqualTo(out(twins.store(), "COPY source (id) TO STDOUT"));
        assertThat(out(twins.store(), "COPY (VALUES (1, 'a;b'), (2, NULL)) TO STDOUT"))
                .isEqualTo("1\ta;b\n2\t\\N\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "1,a\\nx,b; 22P02",
                "1,a\\n2; 22P04",
                "1,a\\n2,b,c; 22P04",
                "1,\"a; 22P04",
                "1,a\\n,b; 23502",
                "99999999999,b; 22003",
            })
    void aWrongLineInsertsNothing(String lines, String sqlState) throws SQLException {
        try (var store = twins.store("")) {
            assertThatThrownBy(() -> in(store, "COPY small (a, b) FROM STDIN CSV", lines.replace("\\n", "\n")))
                    .isInstanceOfSatisfying(
                            SQLException.class,
                            failure -> assertThat(failure.getSQLState()).isEqualTo(sqlState));
            assertThat(rows("SELECT * FROM small")).isEmpty();
            Twins.execute(store, "INSERT INTO small (a) VALUES (7)");
            assertThat(rows("SELECT a, b FROM small")).isEqualTo(List.of(List.of("7", "d")));
        }
    }

    @Test
    void aViolatedConstraintInsertsNothing() throws SQLException {
        assertThatThrownBy(() -> in(twins.store(), "COPY target (id, price) FROM STDIN CSV", "1,1\n2,-1\n"))
                .hasMessageContaining("target_price_check");
        assertThatThrownBy(() -> in(twins.store(), "COPY target (id, price) FROM STDIN CSV", "1,1\n1,1\n"))
                .hasMessageContaining("target_pkey");
        assertThat(rows("SELECT * FROM target")).isEmpty();
    }

    @Test
    void aCopyBelongsToItsTransaction() throws SQLException, IOException {
        Connection store = twins.store("");
        try (store) {
            store.setAutoCommit(false);
            in(store, "COPY target (id, price) FROM STDIN CSV", "1,1\n2,2\n");
            assertThat(out(store, "COPY (SELECT id FROM target ORDER BY id) TO STDOUT"))
                    .isEqualTo("1\n2\n");
            store.rollback();
            assertThat(out(store, "COPY target (id) TO STDOUT")).isEmpty();
            assertThatThrownBy(() -> in(store, "COPY target (id, price) FROM STDIN CSV", "1,x\n"))
                    .hasMessageContaining("invalid input syntax");
            assertThatThrownBy(() -> out(store, "COPY target TO STDOUT")).hasMessageContaining("aborted");
            store.rollback();
        }
    }

    @Test
    void manyRowsAreCopied() throws SQLException, IOException {
        var text = new StringBuilder();
        for (int row = 0; row < 3_000; row++) {
            text.append(row).append(",").append("y".repeat(100)).append('\n');
        }
        assertThat(in(twins.store(), "COPY small (a, b) FROM STDIN CSV", text.toString()))
                .isEqualTo(3_000);
        assertThat(out(twins.store(), "COPY (SELECT a, b FROM small ORDER BY a) TO STDOUT CSV"))
                .isEqualTo(text.toString());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "COPY missing FROM STDIN; 42P01",
                "COPY small (nope) FROM STDIN; 42703",
                "COPY missing TO STDOUT; 42P01",
                "COPY small FROM STDIN WITH (FORMAT odd); 22023",
                "COPY small TO '/tmp/x'; 0A000",
                "COPY small FROM '/tmp/x'; 0A000",
                "COPY small FROM PROGRAM 'ls'; 0A000",
                "COPY (DELETE FROM small RETURNING a) TO STDOUT; 0A000",
                "COPY (SELECT random()) TO STDOUT; 0A000",
                "COPY (SELECT count(*) FROM pg_locks) TO STDOUT; 0A000",
                "COPY (SELECT 1 / 0) TO STDOUT; 22012",
                "COPY (SELECT ctid FROM small) TO STDOUT; 0A000",
            })
    void whatCannotBeCopiedIsRefusedAndTheSessionGoesOn(String sql, String sqlState) {
        try (var client = WireClient.session(twins.port())) {
            List<Answer> answers = client.query(sql).answers();
            assertThat(answers.getFirst().field('C'))
                    .as(answers.getFirst().field('M'))
                    .isEqualTo(sqlState);
            assertThat(client.query("SELECT 1").lines()).contains("DataRow ['1']", "ReadyForQuery I");
        }
    }

    @Test
    void aClientThatGivesUpInsertsNothing() {
        try (var client = WireClient.session(twins.port())) {
            assertThat(begin(client, "COPY small (a) FROM STDIN")).isEqualTo('G');
            data(client, "1\n2\n");
            List<String> end = client.string("enough").end('f').lines();
            assertThat(end).containsExactly("ErrorResponse ERROR/ERROR 57014", "ReadyForQuery I");
            assertThat(client.query("SELECT count(*) FROM small").lines()).contains("DataRow ['0']");
            assertThat(client.query("SELECT relname FROM pg_class WHERE relname = 'small'")
                            .lines())
                    .contains("DataRow ['small']");
        }
    }

    @Test
    void aClientThatVanishesInsertsNothing() {
        try (var client = WireClient.session(twins.port())) {
            begin(client, "COPY small (a) FROM STDIN");
            data(client, "1\n").send();
        }
        try (var client = WireClient.session(twins.port())) {
            assertThat(client.query("SELECT count(*) FROM small").lines()).contains("DataRow ['0']");
        }
    }

    /** A line may be cut anywhere, and a Sync or Flush in between means nothing. */
    @Test
    void partsOfLinesAndOtherMessagesMayComeInBetween() {
        try (var client = WireClient.session(twins.port())) {
            begin(client, "COPY small (a, b) FROM STDIN");
            data(client, "1");
            client.flush();
            data(client, "2\tä".substring(0, 2));
            client.sync();
            data(client, "ä\n");
            assertThat(client.end('c').lines()).containsExactly("CommandComplete COPY 1", "ReadyForQuery I");
            assertThat(client.query("SELECT a, b FROM small").lines()).contains("DataRow ['12', 0xc3a4]");
        }
    }

    @Test
    void aStatementInsteadOfDataBreaksTheCopy() {
        try (var client = WireClient.session(twins.port())) {
            begin(client, "COPY small (a) FROM STDIN");
            assertThat(client.query("SELECT 1").lines())
                    .containsExactly("ErrorResponse ERROR/ERROR 08P01", "ReadyForQuery I");
            assertThat(client.query("SELECT count(*) FROM small").lines()).contains("DataRow ['0']");
        }
    }

    @Test
    void statementsMayStandAroundACopy() {
        try (var client = WireClient.session(twins.port())) {
            client.query("INSERT INTO small (a) VALUES (1); COPY (SELECT a FROM small) TO STDOUT; SELECT 2");
            var types = new ArrayList<Character>();
            client.answers().forEach(answer -> types.add(answer.type()));
            assertThat(types).containsExactly('C', 'H', 'd', 'c', 'C', 'T', 'D', 'C', 'Z');
        }
    }

    @Test
    void theAnswersAreThoseOfARealServer() throws SQLException {
        for (var copy : Map.of(
                        "COPY small (a, b) FROM STDIN WITH (FORMAT csv)", "1,x\n2,\n",
                        "COPY small (a, b) FROM STDIN", "1\tx\n2\t\\N\n")
                .entrySet()) {
            empty();
            try (var client = WireClient.session(twins.port())) {
                Answer expected = client.query(copy.getKey()).send().next();
                assertThat(expected.hex()).startsWith("47").endsWith("00000200000000");
                data(client, copy.getValue());
                assertThat(client.end('c').lines()).containsExactly("CommandComplete COPY 2", "ReadyForQuery I");
            }
        }
    }

    /** What the client is told to be done is committed. */
    @Test
    void aCopyThatCannotBeCommittedIsNotSaidToBeDone() throws SQLException {
        twins.define(
                "CREATE TABLE parent (id int PRIMARY KEY)",
                "CREATE TABLE child (p int REFERENCES parent DEFERRABLE INITIALLY DEFERRED)");
        try (var client = WireClient.session(twins.port())) {
            begin(client, "COPY child FROM STDIN");
            data(client, "7\n");
            assertThat(client.end('c').lines()).containsExactly("ErrorResponse ERROR/ERROR 23503", "ReadyForQuery I");
        }
    }

    private static char begin(WireClient client, String sql) {
        return client.query(sql).send().next().type();
    }

    private static WireClient data(WireClient client, String text) {
        for (byte each : text.getBytes(StandardCharsets.UTF_8)) {
            client.int8(each);
        }
        return client.end('d');
    }
}
