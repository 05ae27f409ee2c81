package moirai.analysis.cycles;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import moirai.analysis.Anomaly;
import moirai.analysis.Dependency;
import moirai.analysis.graph.DependencyGraph;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.Outcome;
import moirai.history.RunHeader;
import moirai.history.level.Phenomenon;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Components so large that what is kept for each of their transactions counts. */
class LargeComponentTest {

    private static History history(int txns) {
        var recorded = new HistoryBuilder(RunHeader.NONE);
        for (int txn = 0; txn < txns; txn++) {
            recorded.end(txn, new Outcome.Committed(), txn, txn + 2L * txns);
        }
        return recorded.build();
    }

    /** All transactions from {@code first} to {@code last} in a circle of wr edges with one rw edge. */
    private static void addRing(DependencyGraph.Builder graph, int first, int last) {
        for (int txn = first; txn < last; txn++) {
            graph.add(txn, txn + 1, Dependency.WRITE_READ);
        }
        graph.add(last, first, Dependency.READ_WRITE);
    }

    private static Component component(DependencyGraph graph, int txns) {
        int[] scratch = new int[txns];
        Arrays.fill(scratch, -1);
        return new Component(graph, history(txns), IntStream.range(0, txns).toArray(), scratch);
    }

    private static long allocated() {
        return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
    }

    @Test
    void witnessTakesAFewBytesForEachOfItsTransactionsAndToAcceptACycleTakesNone() {
        int txns = 100_000;
        var graph = new DependencyGraph.Builder(txns);
        addRing(graph, 0, txns - 1);
        var kinds = new StepKinds(component(graph.build(txns), txns), Shape.G_SINGLE, Strength.PLAIN);
        int[] cycle = IntStream.range(0, txns).toArray();

        long before = allocated();
        boolean isAccepted = kinds.accepts(cycle, txns);
        long accepting = allocated() - before;
        Anomaly.Cycle witness = kinds.witness(cycle);
        long naming = allocated() - before - accepting;

        assertThat(isAccepted).isTrue();
        assertThat(witness.dependencies()).hasSize(txns).containsOnlyOnce(Dependency.READ_WRITE);
        assertThat(accepting).isLessThan(txns);
        assertThat(naming).isLessThan(100L * txns);
    }

    /**
     * The tour leads from one end of a row to the other and back, with an rw edge at each end: it meets itself
     * everywhere, and each cycle in it is of two transactions.
     */
    @Test
    @Timeout(20)
    void tourThatMeetsItselfEverywhereIsCutInOneGo() {
        int txns = 400_000;
        var graph = new DependencyGraph.Builder(txns);
        for (int txn = 0; txn + 1 < txns; txn++) {
            boolean isEnd = txn == 0 || txn == txns - 2;
            graph.add(txn, txn + 1, isEnd ? Dependency.READ_WRITE : Dependency.WRITE_READ);
            graph.add(txn + 1, txn, Dependency.WRITE_READ);
        }
        Component component = component(graph.build(txns), txns);
        var search = new AnchoredSearch(
                new StepKinds(component, Shape.G_NONADJACENT, Strength.PLAIN), new int[txns], 100_000_000);

        search.search(IntStream.range(0, txns).toArray(), 0);

        assertThat(search.cycle()).isEmpty();
        assertThat(search.graver()).hasSize(2);
    }

    private static Map<Phenomenon, String> find(DependencyGraph.Builder graph, List<Anomaly.Cycle> found, int max) {
        return CycleFinder.find(graph.build(20), history(20), found::add, max);
    }

    @Test
    void componentLargerThanSearchesCanNumberLeavesADoubtForWhatMayBeInIt() {
        var graph = new DependencyGraph.Builder(20);
        addRing(graph, 0, 19);
        var found = new ArrayList<Anomaly.Cycle>();

        Map<Phenomenon, String> doubts = find(graph, found, 19);

        assertThat(found).isEmpty();
        assertThat(doubts)
                .containsKeys(Phenomenon.G_SINGLE, Phenomenon.G2_ITEM)
                .doesNotContainKeys(Phenomenon.G0, Phenomenon.G1C)
                .containsValue("transactions that all depend on each other are more than the 19"
                        + " that are searched for a cycle");
        assertThat(find(graph, found, 20)).isEmpty();
        assertThat(found)
                .singleElement()
                .satisfies(cycle -> assertThat(cycle.phenomenon()).isEqualTo(Phenomenon.G_SINGLE));
    }

    @Test
    void componentsThatAreTooLargeOnlyTogetherAreSearchedOneByOne() {
        var graph = new DependencyGraph.Builder(20);
        addRing(graph, 0, 6);
        addRing(graph, 7, 12);
        addRing(graph, 13, 19);
        var found = new ArrayList<Anomaly.Cycle>();
        var foundTogether = new ArrayList<Anomaly.Cycle>();

        assertThat(find(graph, found, 7)).isEmpty();
        assertThat(find(graph, foundTogether, 20)).isEmpty();

        assertThat(found).hasSize(3).containsExactlyInAnyOrderElementsOf(foundTogether);
    }

    /** Session order ties both rings together; each is small enough by itself. */
    @Test
    void whereOnlyOrdersMakeAComponentTooLargeItsPartsWithoutThemAreSearched() {
        var graph = new DependencyGraph.Builder(20);
        addRing(graph, 0, 9);
        addRing(graph, 10, 19);
        graph.add(0, 10, Dependency.PROCESS);
        graph.add(11, 1, Dependency.PROCESS);
        var found = new ArrayList<Anomaly.Cycle>();

        Map<Phenomenon, String> doubts = find(graph, found, 10);

        assertThat(found)
                .extracting(Anomaly::phenomenon)
                .containsOnly(Phenomenon.G_SINGLE)
                .hasSize(2);
        assertThat(doubts).containsKeys(Phenomenon.G_SINGLE_PROCESS).doesNotContainKeys(Phenomenon.G_SINGLE);
    }
}
