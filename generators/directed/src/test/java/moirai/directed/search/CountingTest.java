package moirai.directed.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import moirai.directed.encoding.Bounds;
import moirai.directed.encoding.Conflict;
import moirai.directed.examples.TextbookAnomaly;
import moirai.directed.examples.Tpcc;
import moirai.directed.levels.Promises;
import moirai.directed.program.Program;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The cycles that count as anomalies are a parameter of the search. */
@Tag("long")
class CountingTest {

    private static final Bounds THREE = new Bounds(3, 4, 2, 3, 1);

    private static AnomalySearch search(Program program) {
        return new AnomalySearch(program, Levels.all(Promises.EVENTUAL), THREE);
    }

    private static Stream<String> reasons(Anomaly anomaly) {
        return anomaly.hops().stream()
                .map(hop -> hop.txn() + "." + hop.in() + ".." + hop.out() + " "
                        + hop.conflict().sign());
    }

    @Test
    void noCycleOfThePublishedCountGoesThroughTwoWrites() {
        Program dirty = TextbookAnomaly.DIRTY_WRITE.program();

        assertThat(search(dirty).find().anomalies())
                .isNotEmpty()
                .allMatch(anomaly -> anomaly.hops().stream().allMatch(hop -> hop.conflict() == Conflict.WRITE_WRITE));
        assertThat(search(dirty).counting(Counting.PUBLISHED).find().anomalies())
                .isEmpty();
    }

    @Test
    void cyclesThroughTheSameStatementsForOtherReasonsAreToldApart() {
        List<Anomaly> told = search(Tpcc.program().only(List.of("delivery")))
                .counting(Counting.PUBLISHED)
                .find()
                .anomalies();

        assertThat(told.stream().map(anomaly -> reasons(anomaly).toList())).doesNotHaveDuplicates();
        assertThat(told.stream().map(Anomaly::key).distinct().count())
                .isPositive()
                .isLessThan(told.size());
    }

    /** Two transactions count rows and then insert one: all that happens is that each misses the other's insert. */
    @Test
    void withoutPhantomsNoReadIsOvertakenByAnInsert() {
        Program skew = TextbookAnomaly.PHANTOM_WRITE_SKEW.program();

        assertThat(search(skew).counting(Counting.PUBLISHED).find().anomalies()).isNotEmpty();
        assertThat(search(skew)
                        .counting(Counting.PUBLISHED.withoutPhantoms())
                        .find()
                        .anomalies())
                .isEmpty();
    }

    @Test
    void countsSayWhatTheyCount() {
        assertThat(Counting.ALL.text()).isEqualTo("WR, RW, WW, whatever the reasons");
        assertThat(Counting.PUBLISHED.withoutPhantoms().text())
                .isEqualTo("WR, RW, no reads before inserts, reasons told apart");
    }
}
