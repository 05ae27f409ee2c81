package moirai.cli.histories;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import moirai.cli.Cli;
import moirai.runs.query.RunDatabase;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QueryCommandTest {

    private static final int TXNS = 400;

    @TempDir
    private static Path directory;

    @BeforeAll
    static void record() {
        Cli.Ended ran = Cli.plain()
                .run("run", "--db", "memory", "--txn-count", "" + TXNS, "--seed", "7", "--store", "" + store());
        assertThat(ran.code()).isZero();
    }

    private static Path store() {
        return directory.resolve("store");
    }

    private static Cli.Ended query(String... arguments) {
        return query(Cli.plain(), arguments);
    }

    private static Cli.Ended query(Cli cli, String... arguments) {
        var all = new ArrayList<>(List.of("history", "query", "--store", "" + store()));
        all.addAll(List.of(arguments));
        return cli.run(all.toArray(String[]::new));
    }

    @Test
    void withoutAQuestionTheTablesAreListed() {
        Cli.Ended listed = query();

        assertThat(listed.code()).isZero();
        assertThat(listed.out())
                .startsWith("run: the run itself; always one row\n")
                .contains("\n  latency_micros  BIGINT   from start to end, in whole µs\n", "Examples:\n");
    }

    @Test
    void theLatestRunIsAskedIfNoneIsNamed() {
        String sql = "select count(*) as txns from txns";
        for (Cli.Ended asked : List.of(query(sql), query("latest", sql), query("-1", sql))) {
            assertThat(asked.out()).isEqualTo("txns\n 400\n");
            assertThat(asked.err()).contains("latest: ");
            assertThat(asked.code()).isZero();
        }
    }

    @Test
    void aQuestionCanStandInAFile() throws IOException {
        Path sql = Files.writeString(directory.resolve("question.sql"), "select 1 as one\n");

        assertThat(query("latest", "--sql", "" + sql, "--format", "json").out()).isEqualTo("[\n{\"one\":1}\n]\n");
        assertThat(query("latest", "select 2", "--sql", "" + sql).err())
                .contains("a question is typed as well; expected one of them");
        assertThat(query("latest", "--sql", directory + "/absent.sql").code()).isEqualTo(254);
    }

    @Test
    void aTableIsCutAtTheLimitAndSaysSo() {
        Cli.Ended asked = query("latest", "select txn from txns order by 1", "--rows", "2");

        assertThat(asked.out()).isEqualTo("txn\n  0\n  1\n");
        assertThat(asked.err()).contains("only the first 2 rows: there are more, which --rows 0 shows");
        assertThat(query("latest", "select txn from txns order by 1", "--format", "csv")
                        .out()
                        .lines())
                .hasSize(TXNS + 1);
    }

    @Test
    void aTableFitsTheTerminal() {
        Cli.Ended asked = query(
                Cli.with(Map.of("COLUMNS", "60")),
                "latest",
                "select repeat('long ', 50) as words, txn from txns limit 1");

        assertThat(asked.out().lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(60));
        assertThat(asked.err()).contains("texts are cut to fit the terminal");
    }

    @Test
    void aMistakeIsToldWithItsPlaceAndWithoutAStackTrace() {
        Cli.Ended asked = query("latest", "select *\nfrom transactions");

        assertThat(asked.code()).isEqualTo(254);
        assertThat(asked.err())
                .contains("moirai: Catalog Error: Table with name transactions does not exist!")
                .contains("LINE 2: from transactions")
                .doesNotContain("\tat ");
    }

    @Test
    void severalStatementsAreRefused() {
        Cli.Ended asked = query("latest", "select 1; select 2");

        assertThat(asked.code()).isEqualTo(254);
        assertThat(asked.out()).isEmpty();
        assertThat(asked.err()).contains("moirai: 2 statements are here: expected one statement at a time");
        assertThat(query("latest", "select 1 as one;", "--format", "csv").out()).isEqualTo("one\r\n1\r\n");
    }

    @Test
    void optionsThatCannotBeUsedAreRefusedByName() {
        assertThat(query("latest", "select 1", "--memory", "lots").err())
                .contains("--memory: 'lots' is no size: expected one such as 500m or 8g");
        assertThat(query("latest", "select 1", "--rows", "-5").err()).contains("--rows: '-5': expected 0 or more");
        assertThat(query("latest", "select 1", "--format", "xml").err())
                .contains("--format: 'xml' is unknown. Known: table, csv, json");
        assertThat(query(directory + "/absent", "select 1").code()).isEqualTo(254);
    }

    @Test
    void parquetIsAFolderOfTables() {
        Path tables = directory.resolve("tables");
        Cli.Ended exported =
                Cli.plain().run("history", "export", "--store", "" + store(), "--format", "parquet", "-o", "" + tables);

        assertThat(exported.code()).isZero();
        assertThat(tables.resolve("txns.parquet")).isNotEmptyFile();
        assertThat(Cli.plain()
                        .run("history", "export", "--store", "" + store(), "--format", "parquet")
                        .err())
                .contains("--out is missing");
        assertThat(RunDatabase.FILE).isEqualTo("history.duckdb");
    }

    @Test
    void aStoreWithoutNightsHasNothingToAsk() {
        Cli.Ended asked = Cli.plain().run("campaign", "query", "--store", "" + store(), "select 1");

        assertThat(asked.code()).isEqualTo(254);
        assertThat(asked.err()).contains("has no night of a campaign");
        assertThat(Cli.plain().run("campaign", "query").out()).startsWith("nights: one row for each night");
    }
}
