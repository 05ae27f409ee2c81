package moirai.runs.shrinking;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import moirai.analysis.Anomaly;
import moirai.analysis.Checker;
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
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;
import moirai.runs.Recording;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Histories of the simulated database with each bug, in each workload that shows it, shrink to histories from which no
 * op more can be removed, and always to the same. The system property {@code shrinking.seeds} sets the number of seeds.
 */
@Tag("long")
class PlantedBugShrinkingTest {

    private static final int TXN_COUNT = 300;
    /** The number of transactions for bugs that need transactions which meet on two keys. */
    private static final int MANY = 3_000;

    private static final int SEEDS = Integer.getInteger("shrinking.seeds", 1);
    /** The maximal number of seeds, since not every seed shows every bug. */
    private static final int SEEDS_MAX = Math.max(SEEDS, 20);

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

    static List<Planted> plantedIn(PlantedBug bug) {
        return Stream.of(
                        Workload.append(),
                        Workload.predicate(),
                        Workload.parse("register"),
                        Workload.parse("set"),
                        Workload.parse("counter"),
                        Workload.parse("bank"))
                .map(workload -> new Planted(bug, workload))
                .toList();
    }

    @ParameterizedTest
    @EnumSource
    void shrinksToWhatCannotLoseAnyOp(PlantedBug bug, TestReporter reporter) {
        int invalid = 0;
        int shrunk = 0;
        for (long seed = 1; seed <= SEEDS || (invalid == 0 && seed <= SEEDS_MAX); seed++) {
            for (Planted planted : plantedIn(bug)) {
                int phenomena = shrinkAll(planted, planted.history(new Seed(seed), txnCount(bug)));
                invalid += Math.min(phenomena, 1);
                shrunk += phenomena;
            }
        }
        assertThat(invalid).as("invalid histories").isPositive();
        reporter.publishEntry(bug.name(), invalid + " invalid histories, shrunk for " + shrunk + " phenomena");
    }

    /** Returns the number of transactions; bugs that need a rare coincidence get more. */
    private static int txnCount(PlantedBug bug) {
        return switch (bug) {
            case PHANTOM, LATE_APPEND -> MANY;
            default -> TXN_COUNT;
        };
    }

    /** Returns the number of phenomena, each of which was shrunk. */
    private static int shrinkAll(Planted planted, History history) {
        Set<Phenomenon> seen = EnumSet.noneOf(Phenomenon.class);
        for (Anomaly anomaly : planted.checker().analyze(history, LEVEL).forbiddenAt(LEVEL)) {
            if (seen.add(anomaly.phenomenon())) {
                shrink(planted, history, anomaly);
            }
        }
        return seen.size();
    }

    /** The number of transactions in the original history does not matter. */
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
        assertThat(Removal.ofEachPart(shrunk.history(), anomaly.phenomenon()))
                .as(what)
                .noneMatch(smaller -> symptom.in(smaller).isShown());
        Shrunk again = HistoryShrinker.shrink(history, symptom, anomaly.txns()).orElseThrow();
        assertThat(HistoryNotation.format(again.history())).isEqualTo(HistoryNotation.format(shrunk.history()));
        return shrunk;
    }
}
