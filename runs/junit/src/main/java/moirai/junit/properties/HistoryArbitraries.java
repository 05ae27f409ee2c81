package moirai.junit.properties;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import moirai.clients.memory.PlantedBug;
import moirai.history.History;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;
import net.jqwik.api.Arbitrary;

/**
 * Histories of list appends as jqwik arbitraries: of databases that keep to a level, of databases with a bug, and with
 * an anomaly of a given kind.
 *
 * <p>The histories are recorded on the simulated database of {@code moirai.clients.memory}. They shrink towards fewer
 * transactions, then fewer keys and fewer ops. A shrunken history is a part of the generated one: a transaction goes
 * together with what it appended, so that no part shows an anomaly that the whole does not have. Keys, elements,
 * sessions and times are numbered from 0 in each part; elements from 1.
 */
public final class HistoryArbitraries {

    // Kept, so that the smallest history of each is sought once: a property whose arbitrary follows from another value
    // asks for its arbitrary in each try.
    private static final Map<PlantedBug, Arbitrary<History>> OF_BUGS = new ConcurrentHashMap<>();
    private static final Map<Phenomenon, Arbitrary<History>> OF_PHENOMENA = new ConcurrentHashMap<>();

    private HistoryArbitraries() {}

    /**
     * Returns histories that keep to a level and use the freedom that it leaves: some of them come from databases that
     * keep to that level and to no stronger one.
     */
    public static Arbitrary<History> histories(IsolationLevel level) {
        return new SimulatedHistories(Simulated.keeping(level), Optional.empty());
    }

    /**
     * Returns histories of a database that has a bug and is strictly serializable otherwise. Not every history shows
     * the bug.
     */
    public static Arbitrary<History> histories(PlantedBug bug) {
        return new SimulatedHistories(List.of(Simulated.with(bug)), Optional.empty());
    }

    /**
     * Returns histories that contain an anomaly of a kind, and perhaps others. All smaller histories contain it too.
     *
     * @throws IllegalArgumentException if no bug of the simulated database causes such anomalies; the message lists the
     *    kinds that can be had
     */
    public static Arbitrary<History> withAnomaly(Phenomenon phenomenon) {
        List<Simulated> databases = Arrays.stream(PlantedBug.values())
                .filter(bug -> Simulated.phenomenon(bug) == phenomenon)
                .map(Simulated::with)
                .toList();
        if (databases.isEmpty()) {
            throw new IllegalArgumentException("no simulated database shows " + phenomenon.label() + ": expected "
                    + Arrays.stream(PlantedBug.values())
                            .map(Simulated::phenomenon)
                            .distinct()
                            .sorted()
                            .map(Phenomenon::label)
                            .collect(Collectors.joining(", ")));
        }
        return OF_PHENOMENA.computeIfAbsent(phenomenon, shown -> new SimulatedHistories(databases, Optional.of(shown)));
    }

    /** Returns histories that contain the anomaly that a bug causes. All smaller histories contain it too. */
    public static Arbitrary<History> showing(PlantedBug bug) {
        return OF_BUGS.computeIfAbsent(
                bug,
                shown -> new SimulatedHistories(
                        List.of(Simulated.with(shown)), Optional.of(Simulated.phenomenon(shown))));
    }
}
