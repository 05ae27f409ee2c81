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
}
