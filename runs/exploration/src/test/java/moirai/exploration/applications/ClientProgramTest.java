package moirai.exploration.applications;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import moirai.exploration.Exploration;
import moirai.exploration.ExplorationOptions;
import moirai.exploration.ExplorationResult;
import moirai.exploration.program.Program;
import moirai.exploration.program.ProgramRunner;
import moirai.exploration.search.Algorithm;
import moirai.exploration.search.Block;
import moirai.exploration.search.ExploredLevel;
import moirai.exploration.search.Search;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The paper's client programs have as many histories as other implementations, and other ways of counting, find. */
class ClientProgramTest {

    private static long histories(Program program, ExploredLevel level) {
        ExplorationResult result = Exploration.of(program, ExplorationOptions.at(level));

        assertThat(result.isExhausted()).isTrue();
        assertThat(result.failures()).isEmpty();
        return result.histories();
    }

    /** Counts of an independent implementation, which shares with this one nothing but how tables are modelled. */
    @ParameterizedTest
    @CsvSource({
        "courseware-1, 11751, 893, 216, 138, 72",
        "courseware-2, 588, 106, 46, 45, 34",
        "courseware-4, 2392, 88, 69, 17, 17",
        "courseware-5, 66557, 765, 388, 71, 71"
    })
    void countsAreThoseOfAnotherImplementation(
            String name, long readCommitted, long readAtomic, long causal, long snapshot, long serializable) {
        Program program = Applications.client(name).program();

        assertThat(histories(program, ExploredLevel.READ_COMMITTED)).isEqualTo(readCommitted);
        assertThat(histories(program, ExploredLevel.READ_ATOMIC)).isEqualTo(readAtomic);
        assertThat(histories(program, ExploredLevel.CAUSAL)).isEqualTo(causal);
        assertThat(histories(program, ExploredLevel.SNAPSHOT)).isEqualTo(snapshot);
        assertThat(histories(program, ExploredLevel.SERIALIZABLE)).isEqualTo(serializable);
    }

    /** The same where read committed allows too many to count them in each build. */
    @ParameterizedTest
    @CsvSource({
        "courseware-3, 12790, 960, 960",
        "shoppingCart-1, 444, 114, 81",
        "shoppingCart-2, 2934, 605, 480",
        "shoppingCart-3, 1594, 338, 338",
        "shoppingCart-5, 4686, 780, 780"
    })
    void strongerLevelsHaveCountsOfAnotherImplementation(String name, long causal, long snapshot, long serializable) {
        Program program = Applications.client(name).program();

        assertThat(histories(program, ExploredLevel.CAUSAL)).isEqualTo(causal);
        assertThat(histories(program, ExploredLevel.SNAPSHOT)).isEqualTo(snapshot);
        assertThat(histories(program, ExploredLevel.SERIALIZABLE)).isEqualTo(serializable);
    }

    /** An item may be there twice in this one: what makes a read swapped, and whether ids are a set, decides it. */
    @ParameterizedTest
    @ValueSource(strings = "shoppingCart-4")
    void theLargestCartHasTheCountOfAnotherImplementation(String name) {
        assertThat(histories(Applications.client(name).program(), ExploredLevel.CAUSAL))
                .isEqualTo(73_192);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "tpcc-1",
                "tpcc-2",
                "tpcc-3",
                "twitter-1",
                "twitter-2",
                "twitter-3",
                "wikipedia-1",
                "wikipedia-2",
                "wikipedia-3",
                "wikipedia-4"
            })
    void serializableHistoriesAreThoseOfSerialOrders(String name) {
        Program program = Applications.client(name).program();

        assertThat(histories(program, ExploredLevel.SERIALIZABLE))
                .isEqualTo(SerialOrders.of(program).histories());
    }

    /** Where a search takes seconds: the count that it has, and that of the serial orders. */
    @ParameterizedTest
    @CsvSource({
        "courseware-3, 960",
        "shoppingCart-4, 852",
        "tpcc-5, 485",
        "twitter-4, 1680",
        "wikipedia-5, 1680",
        "shoppingCart-5, 780",
        "shoppingCart-2, 480",
        "courseware-5, 71",
        "courseware-1, 72"
    })
    void serialOrdersMakeAsManyHistoriesAsTheSearchFinds(String name, int serializable) {
        assertThat(SerialOrders.of(Applications.client(name).program()))
                .isEqualTo(new SerialOrders.Counts(1680, serializable));
    }

    @ParameterizedTest
    @CsvSource({"courseware-2, 46", "courseware-4, 69", "twitter-1, 36"})
    void causalHistoriesAreThoseOfDepthFirstSearch(String name, int causal) {
        Program program = Applications.client(name).program();
        Set<String> found = new HashSet<>();

        new Search(new ProgramRunner(program), ExploredLevel.CAUSAL, Algorithm.DEPTH_FIRST, new SplittableRandom(0))
                .run(history -> {
                    var texts = new String[history.count()];
                    for (int index = 0; index < history.count(); index++) {
                        texts[index] = text(history.block(index));
                    }
                    Arrays.sort(texts);
                    found.add(String.join("\n", texts));
                    return true;
                });

        assertThat(found).hasSize(causal);
        assertThat(histories(program, ExploredLevel.CAUSAL)).isEqualTo(causal);
    }

    private static String text(Block block) {
        var text = new StringBuilder().append(block.id());
        for (int step = 0; step < block.steps().count(); step++) {
            text.append(' ')
                    .append(block.steps().key(step))
                    .append('/')
                    .append(block.steps().source(step));
        }
        return text.toString();
    }
}
