package moirai.directed.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import moirai.directed.encoding.Bounds;
import moirai.directed.encoding.Setting;
import moirai.directed.examples.TextbookAnomaly;
import moirai.directed.levels.Promises;
import moirai.directed.program.Program;
import moirai.directed.solving.Solver;
import org.junit.jupiter.api.Test;

/** Searches that ask, remember and tell differently find the same. */
class SearchWaysTest {

    private static final Program SKEW = TextbookAnomaly.WRITE_SKEW.program();

    private static AnomalySearch search(Promises level) {
        return new AnomalySearch(SKEW, Levels.all(level), Bounds.SMALL);
    }

    @Test
    void withoutPruningTheSameIsFoundWithMoreQuestions() {
        Analysis pruned = search(Promises.SNAPSHOT).find();
        Analysis naive = search(Promises.SNAPSHOT).pruning(Pruning.NONE).find();

        assertThat(naive.anomalies()).isEqualTo(pruned.anomalies()).isNotEmpty();
        assertThat(naive.questions()).isGreaterThan(pruned.questions());
    }

    @Test
    void progressCountsEachCombinationOnce() {
        var told = new ArrayList<String>();
        var names = new ArrayList<List<String>>();
        search(Promises.SNAPSHOT)
                .telling((done, all, txns) -> {
                    told.add(done + " of " + all);
                    names.add(txns);
                })
                .find();

        assertThat(told).containsExactly("1 of 3", "2 of 3", "3 of 3");
        assertThat(names)
                .containsExactlyInAnyOrder(
                        List.of("copyX", "copyX"), List.of("copyX", "copyY"), List.of("copyY", "copyY"));
    }

    @Test
    void whatIsRememberedIsNotSearchedAgain() {
        var formulas = new AtomicInteger();
        Setting counting = Setting.USUAL.by(() -> {
            formulas.incrementAndGet();
            return Solver.usual();
        });
        var cache = new SearchCache();
        var oneStronger = new Levels(Promises.SNAPSHOT, Map.of("copyX", Promises.SERIALIZABLE));

        Analysis first =
                search(Promises.SNAPSHOT).in(counting).remembering(cache).find();
        assertThat(formulas).hasValue(3);
        assertThat(search(Promises.SNAPSHOT).in(counting).remembering(cache).find())
                .isEqualTo(first);
        assertThat(formulas).hasValue(3);
        new AnomalySearch(SKEW, oneStronger, Bounds.SMALL)
                .in(counting)
                .remembering(cache)
                .find();
        assertThat(formulas).hasValue(5);
    }

    @Test
    void transactionsThatAreSerializableTogetherHaveNoSkew() {
        var pair = new Levels.Pair("copyY", "copyX");
        var together = new Levels(Promises.SNAPSHOT, Map.of(), Set.of(pair));

        assertThat(search(Promises.SNAPSHOT).find().anomalies()).isNotEmpty();
        assertThat(new AnomalySearch(SKEW, together, Bounds.SMALL).find().anomalies())
                .isEmpty();
        assertThat(together.text()).isEqualTo("SI; copyX with copyY serializable");
    }

    /** One of the two alone is protected against itself only. */
    @Test
    void aPairOfOneTransactionProtectsNoOther() {
        var alone = new Levels(Promises.SNAPSHOT, Map.of(), Set.of(new Levels.Pair("copyX", "copyX")));

        assertThat(new AnomalySearch(SKEW, alone, Bounds.SMALL).find().anomalies())
                .isEqualTo(search(Promises.SNAPSHOT).find().anomalies());
    }
}
