package moirai.runs.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class AnswerTest {

    private static Answer.Given answer(String sql, Answer.Form form, StringBuilder out)
            throws SQLException, IOException {
        var resources = new DuckDb.Resources("200MiB", Path.of("target", "spill"));
        try (Connection connection = DuckDb.load().inMemory(resources)) {
            return Answer.of(connection, sql, form, out);
        }
    }

    private static String text(String sql, Answer.Format format) throws SQLException, IOException {
        var out = new StringBuilder();
        answer(sql, new Answer.Form(format, 0, 0), out);
        return out.toString();
    }

    @Test
    void numbersAreAlignedToTheRightAndRoundedToSixDigits() throws Exception {
        assertThat(text(
                        "SELECT * FROM (VALUES ('a', 1, 1.0::double / 3), ('bcd', 200, 1234567.89::double),"
                                + " (NULL, NULL, NULL)) AS t(name, n, share)",
                        Answer.Format.TABLE))
                .isEqualTo("""
                        name     n     share
                        a        1  0.333333
                        bcd    200   1234568
                        null  null      null
                        """);
    }

    @Test
    void csvQuotesWhatHasCommasAndLeavesOutNulls() throws Exception {
        assertThat(text("SELECT 'a,\"b\"' AS x, NULL AS y, [1, 2] AS z", Answer.Format.CSV))
                .isEqualTo("x,y,z\r\n\"a,\"\"b\"\"\",,\"[1, 2]\"\r\n");
    }

    @Test
    void jsonHasNumbersListsTimesAndNulls() throws Exception {
        assertThat(text(
                        "SELECT 1 AS n, sum(2) AS huge, 0.5::double AS d, true AS b, [1, 2] AS l, NULL AS x,"
                                + " TIMESTAMP '2026-11-29 02:15:00' AS t",
                        Answer.Format.JSON))
                .isEqualTo("[\n{\"n\":1,\"huge\":2,\"d\":0.5,\"b\":true,\"l\":[1,2],\"x\":null,"
                        + "\"t\":\"2026-11-29T02:15\"}\n]\n");
        assertThat(text("SELECT 1 AS n WHERE false", Answer.Format.JSON)).isEqualTo("[]\n");
    }

    @Test
    void rowsBehindTheLimitAreNotWrittenAndThatIsSaid() throws Exception {
        var out = new StringBuilder();

        Answer.Given given = answer("SELECT * FROM range(5) AS r(n)", new Answer.Form(Answer.Format.CSV, 3, 0), out);

        assertThat(out.toString()).isEqualTo("n\r\n0\r\n1\r\n2\r\n");
        assertThat(given).isEqualTo(new Answer.Given(3, true, false));
        assertThat(answer("SELECT * FROM range(3) AS r(n)", new Answer.Form(Answer.Format.CSV, 3, 0), out))
                .isEqualTo(new Answer.Given(3, false, false));
    }

    @Test
    void textsAreCutToFitTheTerminalAndNumbersAreNot() throws Exception {
        var out = new StringBuilder();

        Answer.Given given = answer(
                "SELECT repeat('x', 100) AS a, 12345678 AS number, 'short' AS c",
                new Answer.Form(Answer.Format.TABLE, 0, 40),
                out);

        assertThat(given.isNarrowed()).isTrue();
        assertThat(out.toString().lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(40));
        assertThat(out).contains("12345678  short").contains("xxx…");
    }

    @Test
    void aStatementWithoutRowsIsNoQuestion() {
        assertThatThrownBy(() -> text("CREATE TABLE t (n INTEGER)", Answer.Format.CSV))
                .isInstanceOf(QueryException.class)
                .hasMessageContaining("expected a select");
    }

    @Test
    void columnsOfOneNameAreAllThere() throws Exception {
        String sql = "SELECT NULL AS n, 1 AS n, 2 AS n_1, 3 AS n";

        assertThat(text(sql, Answer.Format.JSON)).isEqualTo("[\n{\"n\":null,\"n_2\":1,\"n_1\":2,\"n_3\":3}\n]\n");
        assertThat(text(sql, Answer.Format.CSV)).isEqualTo("n,n_2,n_1,n_3\r\n,1,2,3\r\n");
        assertThat(text(sql, Answer.Format.TABLE)).isEqualTo("   n  n_2  n_1  n_3\nnull    1    2    3\n");
        assertThat(text("SELECT * FROM (SELECT 1 AS txn) a JOIN (SELECT 1 AS txn) b ON true", Answer.Format.JSON))
                .isEqualTo("[\n{\"txn\":1,\"txn_1\":1}\n]\n");
    }

    @Test
    void onlyOneStatementIsAnswered() throws Exception {
        assertThatThrownBy(() -> text("SELECT 1 AS a; SELECT 2 AS b", Answer.Format.CSV))
                .isInstanceOf(QueryException.class)
                .hasMessage("2 statements are here: expected one statement at a time");
        assertThat(text("SELECT ';' AS \"a;b\" /* ; */; -- ; SELECT 2", Answer.Format.CSV))
                .isEqualTo("a;b\r\n;\r\n");
    }

    /** A terminal would obey them, and values come from databases. */
    @Test
    void controlCharactersDoNotReachTheTerminal() throws Exception {
        assertThat(text("SELECT 'a' || chr(27) || '[31mb' || chr(155) || chr(10) || 'c' AS x", Answer.Format.TABLE))
                .isEqualTo("x\na?[31mb? c\n");
        assertThat(text("SELECT 1 AS \"\u001b[2J\"", Answer.Format.TABLE)).isEqualTo("?[2J\n   1\n");
        assertThatThrownBy(() -> text("SELECT error('a' || chr(27) || '[31m' || chr(10) || 'b')", Answer.Format.TABLE))
                .hasMessage("Invalid Input Error: a?[31m\nb");
    }

    @Test
    void bytesAreHexadecimal() throws Exception {
        String sql = "SELECT 'ab\\x00'::BLOB AS b, ''::BLOB AS nothing, ['x'::BLOB] AS l, {'b': 'y'::BLOB} AS s";

        assertThat(text(sql, Answer.Format.CSV)).isEqualTo("b,nothing,l,s\r\n\\x616200,\\x,[\\x78],{b=\\x79}\r\n");
        assertThat(text(sql, Answer.Format.TABLE)).contains("\\x616200  \\x       [\\x78]  {b=\\x79}");
        assertThat(text(sql, Answer.Format.JSON))
                .isEqualTo("[\n{\"b\":\"\\\\x616200\",\"nothing\":\"\\\\x\",\"l\":[\"\\\\x78\"],"
                        + "\"s\":{\"b\":\"\\\\x79\"}}\n]\n");
    }

    @Test
    void structsAreObjects() throws Exception {
        String sql = "SELECT {'a': 1, 'b': [{'c': 'x'}], 'd': NULL} AS s, map {'k': {'z': 1}} AS m, row(1, 2) AS r";

        assertThat(text(sql, Answer.Format.JSON))
                .isEqualTo("[\n{\"s\":{\"a\":1,\"b\":[{\"c\":\"x\"}],\"d\":null},"
                        + "\"m\":{\"k\":{\"z\":1}},\"r\":[1,2]}\n]\n");
        assertThat(text("SELECT {'a': 1} AS s", Answer.Format.TABLE)).isEqualTo("s\n{a=1}\n");
    }

    @Test
    void aDriverThatDoesNotRunSaysWhy() {
        var why = new UnsatisfiedLinkError("libduckdb_java.so: noexec");

        assertThat(DuckDb.unfit(new ExceptionInInitializerError(new RuntimeException(why))))
                .hasMessage("the driver of DuckDB does not run on this machine:"
                        + " java.lang.UnsatisfiedLinkError: libduckdb_java.so: noexec");
    }
}
