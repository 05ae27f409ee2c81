package moirai.analysis.graph;

import static org.assertj.core.api.Assertions.assertThat;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import moirai.analysis.Dependency;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.HistoryNotation;
import moirai.history.Outcome;
import moirai.history.RunHeader;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.RandomDistribution;

/** The order in real time of linear size against all its pairs. */
class RealtimeOrderOracleProperties {

    /** One transaction; only some of a history's take part in the graph. */
    record Interval(long start, int length, boolean indeterminate, boolean takesPart) {

        Outcome outcome() {
            return indeterminate ? new Outcome.Indeterminate("") : new Outcome.Committed();
        }

        boolean precedes(Interval later) {
            return !indeterminate && start + length < later.start;
        }
    }

    /** Few instants, so that many coincide, also far from 0 and on both sides of it. */
    @Provide
    Arbitrary<List<Interval>> intervals() {
        var start = Combinators.combine(
                        Arbitraries.of(0L, 0L, 0L, 0L, -10L, 1L << 40),
                        Arbitraries.longs().between(0, 15).withDistribution(RandomDistribution.uniform()))
                .as(Long::sum);
        var length = Arbitraries.integers().between(0, 6).withDistribution(RandomDistribution.uniform());
        var rarely = Arbitraries.of(false, false, false, false, true);
        return Combinators.combine(start, length, rarely, rarely.map(absent -> !absent))
                .as(Interval::new)
                .list()
                .ofMaxSize(12)
                .withSizeDistribution(RandomDistribution.uniform());
    }

    @Property(tries = 3000, edgeCases = EdgeCasesMode.NONE)
    void barriersLeadFromOneToAnotherExactlyIfItEndedBeforeTheOtherBegan(
            @ForAll("intervals") List<Interval> intervals) {
        History history = history(intervals);
        DependencyGraph graph = graph(history, intervals);

        for (int from = 0; from < intervals.size(); from++) {
            var expected = new HashSet<Integer>();
            for (int to = 0; to < intervals.size(); to++) {
                Interval earlier = intervals.get(from);
                Interval later = intervals.get(to);
                if (earlier.takesPart() && later.takesPart() && earlier.precedes(later)) {
                    expected.add(to);
                }
            }
            assertThat(reachedThroughBarriers(graph, from))
                    .as("after T%d in%n%s", from, HistoryNotation.format(history))
                    .isEqualTo(expected);
        }
    }

    @Property(tries = 1000, edgeCases = EdgeCasesMode.NONE)
    void graphIsLinearInTheTransactionsThatTakePart(@ForAll("intervals") List<Interval> intervals) {
        long txns = intervals.stream().filter(Interval::takesPart).count();

        DependencyGraph graph = graph(history(intervals), intervals);

        assertThat((long) graph.vertexCount() - intervals.size()).isBetween(0L, txns);
        assertThat((long) graph.edgeCount()).isLessThanOrEqualTo(3 * txns);
    }

    private static History history(List<Interval> intervals) {
        var history = new HistoryBuilder(RunHeader.NONE);
        for (int i = 0; i < intervals.size(); i++) {
            Interval interval = intervals.get(i);
            history.end(i, interval.outcome(), interval.start(), interval.start() + interval.length());
        }
        return history.build();
    }

    private static DependencyGraph graph(History history, List<Interval> intervals) {
        var txns = new IntArrayList();
        for (int txn = 0; txn < intervals.size(); txn++) {
            if (intervals.get(txn).takesPart()) {
                txns.add(txn);
            }
        }
        var graph = new DependencyGraph.Builder(intervals.size());
        return graph.build(RealtimeOrder.addTo(graph, history, txns));
    }

    private static Set<Integer> reachedThroughBarriers(DependencyGraph graph, int from) {
        Digraph edges = graph.masked(Dependency.REALTIME.bit());
        var reached = new HashSet<Integer>();
        var seen = new HashSet<Integer>();
        var open = new ArrayList<>(List.of(from));
        while (!open.isEmpty()) {
            int vertex = open.removeLast();
            for (int edge = edges.firstEdge(vertex); edge < edges.endEdge(vertex); edge++) {
                int target = edges.target(vertex, edge);
                if (!graph.isBarrier(target)) {
                    reached.add(target);
                } else if (seen.add(target)) {
                    open.add(target);
                }
            }
        }
        return reached;
    }
}
