package moirai.runs.serve.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import moirai.runs.store.RunDirectory;
import moirai.runs.store.RunStore;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page is tested with five hundred runs in a store. */
@Tag("long")
class RunsPageTest {

    private static final int RUNS = 500;

    @TempDir
    private Path root;

    private List<Row> rows = List.of();

    @BeforeEach
    void fill() throws IOException {
        var store = new RunStore(root);
        for (int i = 0; i < RUNS; i++) {
            RunDirectory run = store.create(i % 2 == 0 ? "even" : "odd", Instant.ofEpochSecond(1_000_000L + 60L * i));
            Files.writeString(run.record(), json(i));
        }
        rows = new RunCatalog(store).rows();
    }

    private static String json(int number) {
        return String.format(
                Locale.ROOT,
                """
                {"schema": 1,
                 "result": {"verdict": "%s", "exit-code": 0, "expect": "serializable"},
                 "identity": {"seconds": %d.5},
                 "setup": {"seed": "%x", "workload": "append x=1", "isolation": "serializable", "database": "DB %d"},
                 "found": {"anomalies": {}},
                 "seen": {"counts": {"committed": %d}}}
                """,
                number % 10 == 0 ? "INVALID" : "VALID",
                number,
                number,
                number % 7,
                (number * 37) % RUNS);
    }

    @Test
    void allRunsAreListedTheNewestFirst() {
        List<Row> all = Query.of("").apply(rows);

        assertThat(all).hasSize(RUNS);
        assertThat(all.getFirst().cell(Row.Column.SEED)).isEqualTo("1f3");
        assertThat(RunsPage.of(rows, Query.of("")).lines().filter(line -> line.startsWith("<tr")))
                .hasSize(RUNS);
    }

    @Test
    void numbersAreSortedAsNumbers() {
        List<String> ascending = Query.of("sort=committed").apply(rows).stream()
                .map(row -> row.cell(Row.Column.COMMITTED))
                .toList();

        assertThat(ascending)
                .isEqualTo(IntStream.range(0, RUNS).mapToObj(String::valueOf).toList());
        assertThat(Query.of("sort=-committed").apply(rows).getFirst().cell(Row.Column.COMMITTED))
                .isEqualTo("499");
    }

    @Test
    void searchAndFilterNarrowTheTable() {
        assertThat(Query.of("verdict=INVALID").apply(rows)).hasSize(RUNS / 10);
        assertThat(Query.of("q=EVEN+invalid").apply(rows))
                .hasSize(RUNS / 10)
                .allMatch(row -> row.cell(Row.Column.NAME).equals("even")
                        && row.cell(Row.Column.VERDICT).equals("INVALID"));
        assertThat(Query.of("q=no+such+run").apply(rows)).isEmpty();
        assertThat(RunsPage.of(rows, Query.of("verdict=INVALID"))).contains("50 of 500 runs");
    }

    /** People edit addresses, so a mistake in one gives the default. */
    @Test
    void aMalformedQueryIsTheDefault() {
        for (String query : List.of("sort=nonsense", "q=%zz", "page=x", "&&=&", "page=-1")) {
            assertThat(Query.of(query).apply(rows)).as(query).hasSize(RUNS);
        }
    }

    @Test
    void aHeadAsksForItsColumnAndThenForTheOtherOrder() {
        Query query = Query.of("q=a%26b&sort=-committed");

        assertThat(query.by(Row.Column.COMMITTED)).isEqualTo("/?sort=committed&q=a%26b");
        assertThat(query.by(Row.Column.NAME)).isEqualTo("/?sort=name&q=a%26b");
    }

    @Test
    void aRunThatEndsLaterIsReadAgain() throws IOException {
        var catalog = new RunCatalog(new RunStore(root));
        RunDirectory open = new RunStore(root).create("open", Instant.ofEpochSecond(9_000_000));
        assertThat(catalog.rows().getFirst().cell(Row.Column.VERDICT)).isEqualTo(Row.NOT_ENDED);

        Files.writeString(open.record(), json(1));

        assertThat(catalog.rows().getFirst().cell(Row.Column.VERDICT)).isEqualTo("VALID");
    }

    @Test
    void aRunThatOnlyLostAppendsSaysSo() throws IOException {
        RunDirectory lossy = new RunStore(root).create("lossy", Instant.ofEpochSecond(9_000_000));
        Files.writeString(
                lossy.record(),
                json(10).replace(
                                "\"anomalies\": {}",
                                "\"anomalies\": {}, \"durability\": {\"asked\": true, \"lost\": 4}"));

        Row row = new RunCatalog(new RunStore(root)).rows().getFirst();

        assertThat(row.cell(Row.Column.FOUND)).isEqualTo("lost-append ×4");
    }
}
