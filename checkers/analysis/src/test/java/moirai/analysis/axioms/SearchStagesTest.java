package moirai.analysis.axioms;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import moirai.analysis.axioms.search.SearchDecider;
import moirai.analysis.axioms.search.Stages;
import org.junit.jupiter.api.Test;

/** Each stage of the search has a history that it decides and that no stage before it does. */
class SearchStagesTest {

    /**
     * T0 and T1 write x, T2 and T3 write y; T4 and T5 disagree with T6 and T7. Neither pair is ordered by anything
     * known, and each of the four ways of ordering both closes a cycle.
     */
    private static final String TWO_UNKNOWN_PAIRS = """
            T0 s0 wx wz
            T1 s1 wx wu
            T2 s2 wy wv
            T3 s3 wy wa
            T4 s4 rx=T0 rv=T2 ra=T3
            T5 s5 rx=T1 rv=T2 ra=T3
            T6 s6 ry=T2 ru=T1 rz=T0
            T7 s7 ry=T3 ru=T1 rz=T0
            """;

    private static AxiomaticLevel over(BaseOrder order, Axiom axiom) {
        return new AxiomaticLevel(axiom, order);
    }

    private static Decision decide(String history, AxiomaticLevel level) {
        return new SearchDecider(level, StepBudget.DEFAULT).decide(AxiomNotation.parse(history));
    }

    private static Stages.End end(String history, AxiomaticLevel level) {
        return Stages.end(AxiomNotation.parse(history), level);
    }

    @Test
    void recordedOrderIsTheWitnessIfItIsOne() {
        String history = """
                T0 s0 wx
                T1 s1 rx=T0 wx
                T2 s2 rx=T1
                """;

        assertThat(decide(history, over(BaseOrder.SESSION, Axiom.SERIAL)))
                .isEqualTo(new Decision.Ordered(CommitOrder.of(0, 1, 2)));
    }

    @Test
    void endsSuggestTheWitnessIfTheRecordedOrderIsNone() {
        String history = """
                T0 s0 [5,6] rx=T1
                T1 s1 [1,2] wx
                """;

        assertThat(decide(history, over(BaseOrder.REALTIME, Axiom.SERIAL)))
                .isEqualTo(new Decision.Ordered(CommitOrder.of(1, 0)));
    }

    @Test
    void knownEdgesAloneCanCloseACycle() {
        String history = """
                T0 s0 rx=T1
                T1 s0 wx
                """;

        assertThat(end(history, over(BaseOrder.SESSION, Axiom.PREFIX))).isEqualTo(Stages.End.KNOWN_CYCLE);
        assertThat(decide(history, over(BaseOrder.SESSION, Axiom.PREFIX)))
                .isEqualTo(new Decision.Impossible(List.of(0, 1)));
        assertThat(decide(history, over(BaseOrder.NONE, Axiom.PREFIX))).isInstanceOf(Decision.Ordered.class);
    }

    /** T1 is visible to T3, so it is before T0; T0 is visible to T2, so it is before T1. */
    @Test
    void saturationFindsThatWritersPrecedeEachOther() {
        String history = """
                T0 s0 wx
                T1 s1 wx
                T2 s0 rx=T1
                T3 s1 rx=T0
                """;

        for (Axiom axiom : List.of(Axiom.PREFIX, Axiom.PARALLEL_SNAPSHOT, Axiom.SNAPSHOT, Axiom.SERIAL)) {
            assertThat(end(history, over(BaseOrder.SESSION, axiom))).isEqualTo(Stages.End.SATURATION);
            assertThat(decide(history, over(BaseOrder.SESSION, axiom)))
                    .isEqualTo(new Decision.Impossible(List.of(0, 1, 2, 3)));
        }
    }

    /** In the recorded order T1 overwrites what T2 is going to read. */
    @Test
    void scheduleKeepsAWriterWaitingForReaders() {
        String history = """
                T0 s0 wx
                T1 s1 wx
                T2 s2 rx=T0
                """;

        assertThat(end(history, over(BaseOrder.SESSION, Axiom.SERIAL))).isEqualTo(Stages.End.FIRST_SCHEDULE);
        assertThat(decide(history, over(BaseOrder.SESSION, Axiom.SERIAL)))
                .isEqualTo(new Decision.Ordered(CommitOrder.of(0, 2, 1)));
    }

    @Test
    void searchRepairsAScheduleThatDoesNotHold() {
        String history = """
                T0 s0 wx
                T1 s1 ry=T2 wx
                T2 s2 wy
                T3 s3 rx=T0 wy
                """;

        assertThat(end(history, over(BaseOrder.SESSION, Axiom.SERIAL))).isEqualTo(Stages.End.SEARCH_FOUND_ORDER);
        assertThat(decide(history, over(BaseOrder.SESSION, Axiom.SERIAL))).isInstanceOf(Decision.Ordered.class);
    }

    @Test
    void searchFindsThatNoOrderOfTwoUnknownPairsWorks() {
        for (Axiom axiom : List.of(Axiom.PREFIX, Axiom.SNAPSHOT, Axiom.SERIAL)) {
            for (BaseOrder order : List.of(BaseOrder.NONE, BaseOrder.SESSION)) {
                assertThat(end(TWO_UNKNOWN_PAIRS, over(order, axiom))).isEqualTo(Stages.End.SEARCH_FOUND_NONE);
                assertThat(decide(TWO_UNKNOWN_PAIRS, over(order, axiom)))
                        .isEqualTo(new Decision.Impossible(List.of(0, 1, 2, 3, 4, 5, 6, 7)));
            }
        }
        assertThat(decide(TWO_UNKNOWN_PAIRS, over(BaseOrder.SESSION, Axiom.PARALLEL_SNAPSHOT)))
                .isInstanceOf(Decision.Ordered.class);
    }

    /** T0 and T1 both update x, which T0 read first; if T1 is before, T0 sees it, and if T0 is, T1 sees its z. */
    @Test
    void saturationFindsThatAnOverwriterWouldBeSeen() {
        String history = """
                T0 s0 rx=0 wx wz
                T1 s1 rz=0 wx
                """;
        AxiomaticLevel level = over(BaseOrder.SESSION, Axiom.PARALLEL_SNAPSHOT);

        assertThat(end(history, level)).isEqualTo(Stages.End.SATURATION);
        assertThat(decide(history, level)).isEqualTo(new Decision.Impossible(List.of(0, 1)));
    }

    /**
     * If T4 is before T5 in the order of x, then T6 sees T1 if T0 is before T1 in that of y, and T7 sees T0 if T1 is.
     * If T5 is before T4, the same is true of T8, T9 and the writers of z.
     */
    @Test
    void searchFindsThatParallelSnapshotsAllowNoOrderOfThreeUnknownPairs() {
        String history = """
                T0 s0 wy wu
                T1 s1 wy wv
                T2 s2 wz wc
                T3 s3 wz wd
                T4 s4 ru=T0 rv=T1 wx we
                T5 s5 rc=T2 rd=T3 wx wf
                T6 s6 rf=T5 ry=T0
                T7 s7 rf=T5 ry=T1
                T8 s8 re=T4 rz=T2
                T9 s9 re=T4 rz=T3
                """;

        for (BaseOrder order : List.of(BaseOrder.NONE, BaseOrder.SESSION)) {
            AxiomaticLevel level = over(order, Axiom.PARALLEL_SNAPSHOT);
            assertThat(end(history, level)).isEqualTo(Stages.End.SEARCH_FOUND_NONE);
            assertThat(decide(history, level))
                    .isEqualTo(new Decision.Impossible(List.of(0, 1, 2, 3, 4, 5, 6, 7, 8, 9)));
            assertThat(decide(history.lines().limit(9).collect(joining("\n")), level))
                    .isInstanceOf(Decision.Ordered.class);
        }
    }

    @Test
    void emptyHistoryHasTheEmptyOrder() {
        assertThat(new SearchDecider(over(BaseOrder.NONE, Axiom.SERIAL), StepBudget.DEFAULT)
                        .decide(new KeyValueHistory.Builder(false).build()))
                .isEqualTo(new Decision.Ordered(CommitOrder.of()));
    }

    @Test
    void budgetThatEndsIsUndecidedAndSaysSo() {
        var decider = new SearchDecider(over(BaseOrder.SESSION, Axiom.SERIAL), new StepBudget(1));

        assertThat(decider.decide(AxiomNotation.parse(TWO_UNKNOWN_PAIRS)))
                .isEqualTo(new Decision.Undecided("the search over 8 transactions used up its budget of 1 step"));
    }

    @Test
    void saturableLevelIsRefused() {
        assertThatThrownBy(() -> new SearchDecider(over(BaseOrder.SESSION, Axiom.CAUSAL), StepBudget.DEFAULT))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("CAUSAL over SESSION");
    }
}
