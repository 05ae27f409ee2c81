package moirai.studies.directed;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import moirai.directed.examples.Tpcc;
import moirai.directed.program.Program;
import moirai.directed.search.Counting;
import moirai.studies.programs.SeparateReads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Shows which anomalies count for a row of the published table. */
class AnomalyRowTest {

    private static final Program TPCC = SeparateReads.of(Tpcc.program().only(List.of("newOrder", "delivery")));

    private static AnomalyRow.Measured lostUpdate(String txn, String table) {
        return new AnomalyRow(1, List.of(txn, txn), table, true, 15).measure(TPCC, Counting.PUBLISHED);
    }

    @Test
    void lostUpdatesAreTwoReadsBeforeTheOthersWriteOnTheTableOfTheRow() {
        AnomalyRow.Measured district = lostUpdate("newOrder", "DISTRICT");

        assertThat(district.isFound()).isTrue();
        assertThat(district.text()).contains("newOrder, newOrder", "DISTRICT", "lost update", "yes (");
        assertThat(district.found())
                .allSatisfy(anomaly -> assertThat(anomaly.cycle()).doesNotContain("-WR->", "-WW->"));
    }

    @Test
    void aTableThatTheTransactionsDoNotTouchHasNone() {
        assertThat(lostUpdate("delivery", "STOCK").isFound()).isFalse();
    }

    @Test
    void paymentsReplaceEachOthersHistoryWhereItHasAKey() {
        Program tpcc = SeparateReads.of(
                        PublishedProgram.tpcc().translation(Path.of("../..")).program())
                .only(List.of("payment"));

        assertThat(AnomalyRow.keyedHistory(tpcc))
                .isNotEmpty()
                .allSatisfy(anomaly -> assertThat(anomaly.cycle()).contains("-WW->"));
    }

    /**
     * The paper's row has zero as well: no transaction reads a row that another one writes, unless votes are counted.
     */
    @ParameterizedTest
    @CsvSource({"openvoter, 0", "voter, 11"})
    void onlyAVoterWithALimitHasAnomalies(String folder, int count) {
        Program program = PublishedProgram.named(folder)
                .orElseThrow()
                .translation(Path.of("../.."))
                .program();

        assertThat(ProgramRow.search(SeparateReads.of(program), Counting.PUBLISHED, 3)
                        .internal())
                .hasSize(count);
    }
}
