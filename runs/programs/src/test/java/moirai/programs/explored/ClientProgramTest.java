package moirai.programs.explored;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import moirai.analysis.axioms.Answer;
import moirai.exploration.program.Program;
import moirai.exploration.program.ProgramRunner;
import moirai.exploration.search.Algorithm;
import moirai.exploration.search.Block;
import moirai.exploration.search.Search;
import moirai.exploration.search.TxnRunner;
import moirai.exploration.search.Validity;
import moirai.history.level.IsolationLevel;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Shows that the paper's client programs have as many histories as another implementation, and other ways of counting,
 * find.
 */
@Tag("long")
class ClientProgramTest {

    private static Search search(Program program, IsolationLevel base, Algorithm algorithm) {
        return new Search(new ProgramRunner(program), base, algorithm, new SplittableRandom(0));
    }

    private static long histories(String name, IsolationLevel level) {
        Search search = search(Applications.client(name).program(), level, Algorithm.SWAPPING);

        assertThat(search.run(history -> true)).isTrue();
        return search.ends();
    }

    private record Counts(long causal, long snapshot, long serializable) {}

    /** Counts the histories by one search on causal histories, some of which stronger levels allow. */
    private static Counts counts(String name) {
        var snapshot = new Validity(IsolationLevel.STRONG_SESSION_SNAPSHOT_ISOLATION, -1);
        var serializable = new Validity(IsolationLevel.STRONG_SESSION_SERIALIZABLE, -1);
        long[] counts = new long[3];
        search(Applications.client(name).program(), IsolationLevel.CAUSAL, Algorithm.SWAPPING)
                .run(history -> {
                    counts[0]++;
                    counts[1] += snapshot.of(history) == Answer.YES ? 1 : 0;
                    counts[2] += serializable.of(history) == Answer.YES ? 1 : 0;
                    return true;
                });
        return new Counts(counts[0], counts[1], counts[2]);
    }

    /**
     * The counts are those of an independent implementation, which shares with this one only how tables are modelled.
     * For read committed it finds 317520, 131226 and 916327 histories of carts 1, 3 and 5, as this one does in seconds.
     */
    @ParameterizedTest
    @CsvSource({
        "courseware-1, 11751, 893",
        "courseware-2, 588, 106",
        "courseware-4, 2392, 88",
        "courseware-5, 66557, 765"
    })
    void weakLevelsHaveCountsOfAnotherImplementation(String name, long readCommitted, long readAtomic) {
        assertThat(histories(name, IsolationLevel.STRONG_SESSION_MONOTONIC_ATOMIC_VIEW))
                .isEqualTo(readCommitted);
        assertThat(histories(name, IsolationLevel.READ_ATOMIC)).isEqualTo(readAtomic);
    }

    @ParameterizedTest
    @CsvSource({
        "courseware-1, 216, 138, 72",
        "courseware-2, 46, 45, 34",
        "courseware-3, 12790, 960, 960",
        "courseware-4, 69, 17, 17",
        "courseware-5, 388, 71, 71",
        "shoppingCart-1, 444, 114, 81",
        "shoppingCart-2, 2934, 605, 480",
        "shoppingCart-3, 1594, 338, 338",
        "shoppingCart-5, 4686, 780, 780"
    })
    void strongLevelsHaveCountsOfAnotherImplementation(String name, long causal, long snapshot, long serializable) {
        assertThat(counts(name)).isEqualTo(new Counts(causal, snapshot, serializable));
    }

    /**
     * This cart is the only one of the ten whose count is wrong without the generalised third condition of swapped
     * reads.
     */
    @Test
    void theLargestCartHasTheCountOfAnotherImplementation() {
        assertThat(histories("shoppingCart-4", IsolationLevel.CAUSAL)).isEqualTo(73_192);
    }

    @ParameterizedTest
    @CsvSource({
        "tpcc-1, 359, 74, 74",
        "tpcc-2, 819, 99, 99",
        "tpcc-3, 1847, 116, 116",
        "twitter-1, 36, 18, 18",
        "twitter-2, 876, 122, 122",
        "twitter-3, 1072, 216, 216",
        "wikipedia-1, 649, 148, 95",
        "wikipedia-2, 3610, 388, 292",
        "wikipedia-3, 2339, 275, 175",
        "wikipedia-4, 508, 108, 108"
    })
    void serializableHistoriesAreThoseOfSerialOrders(String name, long causal, long snapshot, int serializable) {
        assertThat(counts(name)).isEqualTo(new Counts(causal, snapshot, serializable));
        assertThat(SerialOrders.of(Applications.client(name).program()))
                .isEqualTo(new SerialOrders.Counts(1680, serializable));
    }

    /** The rows cover the other programs, for some of which a search takes seconds. */
    @ParameterizedTest
    @CsvSource({
        "courseware-1, 72",
        "courseware-2, 34",
        "courseware-3, 960",
        "courseware-4, 17",
        "courseware-5, 71",
        "shoppingCart-1, 81",
        "shoppingCart-2, 480",
        "shoppingCart-3, 338",
        "shoppingCart-4, 852",
        "shoppingCart-5, 780",
        "tpcc-5, 539",
        "twitter-4, 1680",
        "wikipedia-5, 1680"
    })
    void serialOrdersMakeAsManyHistoriesAsASearchFinds(String name, int serializable) {
        assertThat(SerialOrders.of(Applications.client(name).program()))
                .isEqualTo(new SerialOrders.Counts(1680, serializable));
    }

    @ParameterizedTest
    @CsvSource({"courseware-2, 46", "courseware-4, 69"})
    void causalHistoriesAreThoseOfDepthFirstSearch(String name, int causal) {
        Set<String> found = new HashSet<>();

        var runner = new ProgramRunner(Applications.client(name).program());
        new Search(runner, IsolationLevel.CAUSAL, Algorithm.DEPTH_FIRST, new SplittableRandom(0)).run(history -> {
            found.add(text(history, runner::keyName));
            return true;
        });

        assertThat(found).hasSize(causal);
    }

    /** Returns a text of who read which key from whom, independent of the order in which transactions were run. */
    private static String text(TxnRunner.Sight history, IntFunction<String> keyName) {
        var lines = new ArrayList<String>();
        for (int index = 0; index < history.count(); index++) {
            Block block = history.block(index);
            var line = new StringBuilder(block.place().toString());
            for (int step = 0; step < block.steps().count(); step++) {
                int key = block.steps().key(step);
                int source = block.steps().source(step);
                Object writer = source < 0 ? source : history.byId(source).place();
                line.append(' ')
                        .append(key < 0 ? "" : keyName.apply(key))
                        .append('/')
                        .append(writer);
            }
            lines.add(line.append(block.end().isCommitted() ? " c" : " a").toString());
        }
        lines.sort(null);
        return String.join("\n", lines);
    }
}
