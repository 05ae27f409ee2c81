package moirai.runs.shrinking;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import moirai.analysis.Anomaly;
import moirai.analysis.Checker;
import moirai.analysis.IsolationLevel;
import moirai.analysis.Phenomenon;
import moirai.analysis.counters.BankRules;
import moirai.analysis.shrinking.HistoryShrinker;
import moirai.analysis.shrinking.Shrunk;
import moirai.analysis.shrinking.Symptom;
import moirai.analysis.validation.LevelChecker;
import moirai.clients.memory.MemoryDatabase;
import moirai.clients.memory.PlantedBug;
import moirai.clients.memory.Simulation;
import moirai.generators.Structure;
import moirai.generators.Workload;
import moirai.history.History;
import moirai.history.HistoryNotation;
import moirai.history.Seed;
import moirai.runs.Recording;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Histories of the simulated database with each bug, in each workload that shows it, shrink to what cannot lose one op
 * more. As many seeds as the system property {@code shrinking.seeds} says.
 */
class PlantedBugShrinkingTest {

    private static final int TXN_COUNT = 300;
    /** Enough for bugs that need transactions which meet on two keys. */
    private static final int MANY = 3_000;

    private static final double PROBABILITY = 0.1;
    private static final IsolationLevel LEVEL = IsolationLevel.STRICT_SERIALIZABLE;

    /** A bug in a workload. */
    record Planted(PlantedBug bug, Workload workload) {

        History history(Seed seed, int txnCount) {
            return Recording.of(
                    workload, seed, MemoryDatabase.planted(bug, PROBABILITY, seed), Simulation.of(seed, 10), txnCount);
        }

        Checker checker() {
            return new LevelChecker().withBank(BankRules.DEFAULT.of(workload.structure() == Structure.ACCOUNTS));
        }
    }

    static List<Planted> planted() {
        return Stream.of(PlantedBug.values())
                .flatMap(bug -> Stream.of(
                                Workload.append(),
                                Workload.predicate(),
                                Workload.parse("register"),
                                Workload.parse("set"),
                                Workload.parse("counter"),
                                Workload.parse("bank"))
                        .map(workload -> new Planted(bug, workload)))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("planted")
    void shrinksToWhatCannotLoseAnyOp(Planted planted) {
        for (long seed = 1; seed <= Integer.getInteger("shrinking.seeds", 1); seed++) {
            History history = planted.history(new Seed(seed), TXN_COUNT);
            Set<Phenomenon> seen = EnumSet.noneOf(Phenomenon.class);
            for (Anomaly anomaly : planted.checker().analyze(history, LEVEL).forbiddenAt(LEVEL)) {
                if (seen.add(anomaly.phenomenon())) {
                    shrink(planted, history, anomaly);
                }
            }
        }
    }

    /** However many transactions there were. */
    @ParameterizedTest
    @EnumSource(names = {"LOST_UPDATE", "WRITE_SKEW", "FRACTURED_READ", "ABORTED_READ"})
    void twoTransactionsAreLeftOfABugOfTwo(PlantedBug bug) {
        var planted = new Planted(bug, Workload.append());
        History history = planted.history(new Seed(7), MANY);

        List<Integer> sizes = planted.checker().analyze(history, LEVEL).forbiddenAt(LEVEL).stream()
                .map(anomaly -> shrink(planted, history, anomaly).txns().size())
                .toList();

        assertThat(sizes).isNotEmpty().containsOnly(2);
    }

    private static Shrunk shrink(Planted planted, History history, Anomaly anomaly) {
        var symptom = new Symptom.Forbidden(anomaly.phenomenon(), LEVEL, planted.checker());
        Shrunk shrunk = HistoryShrinker.shrink(history, symptom, anomaly.txns()).orElseThrow();

        String what = anomaly.phenomenon().label() + "\n" + HistoryNotation.format(shrunk.history());
        assertThat(shrunk.isMinimal()).as(what).isTrue();
        assertThat(symptom.in(shrunk.history()).isShown()).as(what).isTrue();
        assertThat(Removal.ofEachOp(shrunk.history()))
                .as(what)
                .noneMatch(smaller -> symptom.in(smaller).isShown());
        return shrunk;
    }
}
