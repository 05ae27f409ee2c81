package moirai.directed.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import moirai.directed.encoding.Bounds;
import moirai.directed.examples.SmallBank;
import moirai.directed.levels.Promises;
import org.junit.jupiter.api.Test;

/** The numbers are those of our program and bounds; published ones differ with the statements that are modelled. */
class SmallBankTest {

    private static final Analysis EVENTUAL = search(Promises.EVENTUAL).find();

    private static AnomalySearch search(Promises level) {
        return new AnomalySearch(SmallBank.program(), Levels.all(level), Bounds.SMALL);
    }

    @Test
    void allCyclesOfTwoTransactionsAreFound() {
        assertThat(List.of(EVENTUAL.anomalies().size(), EVENTUAL.internal().size()))
                .isEqualTo(List.of(178, 77));
    }

    @Test
    void eachCycleIsFoundOnce() {
        assertThat(EVENTUAL.anomalies().stream().map(Anomaly::key)).doesNotHaveDuplicates();
    }

    @Test
    void thereIsNoneWhereTransactionsAreSerializable() {
        assertThat(search(Promises.SERIALIZABLE).find().anomalies()).isEmpty();
    }

    @Test
    void twoDepositsLoseAnUpdateBelowParallelSnapshots() {
        List<String> ring = List.of("depositChecking", "depositChecking");

        assertThat(search(Promises.PREFIX_CONSISTENT).find(ring).internal()).isNotEmpty();
        assertThat(search(Promises.PARALLEL_SNAPSHOT).find(ring).anomalies()).isEmpty();
    }

    /** The dangerous structure of the paper: a balance between a deposit that it sees and a check that it misses. */
    @Test
    void snapshotsAllowTheWellKnownAnomalyOfThree() {
        List<String> ring = List.of("writeCheck", "transactSavings", "balance");
        var bounds = new Bounds(3, 6, 2, 3, 1);

        assertThat(new AnomalySearch(SmallBank.program(), Levels.all(Promises.SNAPSHOT), bounds)
                        .find(ring)
                        .anomalies())
                .isNotEmpty();
        assertThat(new AnomalySearch(SmallBank.program(), Levels.all(Promises.SERIALIZABLE), bounds)
                        .find(ring)
                        .anomalies())
                .isEmpty();
    }
}
