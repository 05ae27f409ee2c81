package moirai.analysis.axioms.search;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.stream.Stream;
import moirai.analysis.axioms.AxiomaticLevel;
import moirai.analysis.axioms.Decider;
import moirai.analysis.axioms.KeyValueHistory;
import moirai.analysis.axioms.StepBudget;
import moirai.analysis.axioms.StepMeter;
import moirai.analysis.axioms.search.graph.TopologicalSort;

/** The stages of the {@link SearchDecider}, one by one. */
public final class Stages {

    /** The stage that ends a decision which goes through all of them in order. */
    public enum End {
        KNOWN_CYCLE,
        SATURATION,
        FIRST_SCHEDULE,
        SEARCH_FOUND_ORDER,
        SEARCH_FOUND_NONE,
        BUDGET
    }

    private Stages() {}

    /** The smallest windows there are, so that small histories have several. */
    private static final int WINDOW = 2;

    /** Deciders with each subset of shortcuts; detours are taken for histories of any size. */
    public static Stream<Decider> deciders(AxiomaticLevel level) {
        var all = SearchDecider.Shortcut.values();
        return Stream.iterate(0, subset -> subset < 1 << all.length, subset -> subset + 1)
                .map(subset -> {
                    var shortcuts = EnumSet.noneOf(SearchDecider.Shortcut.class);
                    for (int i = 0; i < all.length; i++) {
                        if ((subset >> i & 1) != 0) {
                            shortcuts.add(all[i]);
                        }
                    }
                    return new SearchDecider(level, StepBudget.DEFAULT, shortcuts, 0, WINDOW);
                });
    }

    /**
     * Returns the stage at which the decision ends if no order is suggested; the search is guided by the recorded
     * order.
     */
    public static End end(KeyValueHistory history, AxiomaticLevel level) {
        var problem = Problem.of(history, level);
        var meter = new StepMeter(StepBudget.DEFAULT);
        var graph = KnownOrder.graph(problem);
        var sort = TopologicalSort.of(graph);
        if (!sort.isComplete()) {
            return End.KNOWN_CYCLE;
        }
        sort = new Saturation(problem, graph, SearchDecider.chains(problem, sort), meter).run();
        if (!sort.isComplete()) {
            return End.SATURATION;
        }
        int[] recorded = new int[history.txnCount()];
        Arrays.setAll(recorded, txn -> txn);
        var search = new PairSearch(problem, graph, sort, recorded, WINDOW, meter);
        return switch (search.run()) {
            case FOUND -> search.variableCount() == 0 ? End.FIRST_SCHEDULE : End.SEARCH_FOUND_ORDER;
            case IMPOSSIBLE -> End.SEARCH_FOUND_NONE;
            case EXHAUSTED -> End.BUDGET;
        };
    }
}
