package moirai.runs.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CatalogTest {

    /** The documentation and the tables would go apart without it. */
    @Test
    void queriesMdHasEveryTableAndColumnWithItsMeaning() throws IOException {
        String text = Files.readString(Path.of("..", "QUERIES.md"));

        assertThat(Stream.of(RunTables.ALL, CampaignTables.ALL)
                        .flatMap(catalog -> Stream.concat(
                                catalog.tables().stream(),
                                catalog.views().stream().map(Catalog.View::shape))))
                .allSatisfy(table -> {
                    assertThat(text).contains("### " + table.name() + ": ");
                    assertThat(table.columns())
                            .allSatisfy(column -> assertThat(text)
                                    .contains("| " + column.name() + " | " + column.type() + " | " + column.meaning()
                                            + " |"));
                });
    }

    @Test
    void theListFitsTheTerminal() {
        assertThat(RunTables.ALL.text(80).lines())
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
        assertThat(RunTables.ALL.text(80))
                .startsWith("run: the run itself; always one row\n  database")
                .contains("\ntxns: one row for each transaction, in the order of their starts\n");
    }
}
