package moirai.studies.directed;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import moirai.directed.encoding.Bounds;
import moirai.directed.examples.SmallBank;
import moirai.directed.examples.TextbookAnomaly;
import moirai.directed.program.Program;
import moirai.directed.search.Anomaly;
import moirai.directed.search.Counting;
import moirai.studies.programs.SeparateReads;
import org.junit.jupiter.api.Test;

/** The published search, with its inner loop and without, finds what ours finds: only then is a race fair. */
class BasicSearchTest {

    private static final Bounds TWO = ProgramRow.bounds(2);

    private static void assertThatAllFindTheSame(Program program, Bounds bounds) {
        List<List<String>> ours = ProgramRow.search(program, Counting.PUBLISHED, bounds.txnsMax()).anomalies().stream()
                .map(BasicSearchTest::hops)
                .toList();

        assertThat(ours).isNotEmpty().doesNotHaveDuplicates();
        for (boolean hasInnerLoop : List.of(true, false)) {
            BasicSearch.Answer answer = new BasicSearch(program, bounds, hasInnerLoop, 600).find();
            assertThat(answer.found().stream().map(BasicSearch.Found::hops)).containsExactlyInAnyOrderElementsOf(ours);
            assertThat(answer.isComplete()).isTrue();
            assertThat(answer.until(answer.seconds())).isEqualTo(ours.size());
        }
    }

    static List<String> hops(Anomaly anomaly) {
        return CycleFormula.least(anomaly.hops().stream()
                .map(hop -> hop.txn() + "." + hop.in() + ".." + hop.txn() + "." + hop.out() + " "
                        + hop.conflict().sign())
                .toList());
    }

    @Test
    void allFindTheCyclesOfTwoWritersThatReadEachOther() {
        assertThatAllFindTheSame(TextbookAnomaly.WRITE_SKEW.program(), ProgramRow.bounds(3));
    }

    @Test
    void allFindTheCyclesOfABank() {
        var part = SmallBank.program().only(List.of("depositChecking", "balance", "transactSavings"));

        assertThatAllFindTheSame(SeparateReads.of(part), TWO);
    }

    @Test
    void aSearchWithoutTimeIsIncomplete() {
        assertThat(new BasicSearch(TextbookAnomaly.WRITE_SKEW.program(), TWO, true, 0)
                        .find()
                        .isComplete())
                .isFalse();
    }
}
