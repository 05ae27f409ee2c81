package moirai.junit.properties;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import moirai.clients.memory.PlantedBug;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs 100 failing properties over all planted bugs, with seeds from 1 on, and leaves a table of their sizes and times
 * in {@code target/shrink-quality.md}.
 */
@Tag("long")
class ShrinkQualityTest {

    private static final int PROPERTIES = 100;
    private static final int MEDIAN_TXNS_MAX = 3;
    private static final int TXNS_MAX = 6;

    @TempDir
    private Path folder;

    /** A failing property; {@code isSame} if the seed and jqwik's database gave the same history again. */
    private record Measured(FailingHistories.Failure failure, long millis, boolean isSame) {}

    @Test
    void failuresShrinkToFewTransactionsAndComeAgain() throws IOException {
        Map<PlantedBug, List<Measured>> measured = new EnumMap<>(PlantedBug.class);
        PlantedBug[] bugs = PlantedBug.values();
        for (int number = 0; number < PROPERTIES; number++) {
            PlantedBug bug = bugs[number % bugs.length];
            measured.computeIfAbsent(bug, first -> new ArrayList<>()).add(measure(bug, number + 1));
        }

        Files.writeString(Path.of("target", "shrink-quality.md"), table(measured));
        List<Measured> all = measured.values().stream().flatMap(List::stream).toList();
        assertThat(all).allSatisfy(each -> {
            assertThat(each.isSame()).isTrue();
            assertThat(each.failure().txns()).as(each.failure().shrunken()).isLessThanOrEqualTo(TXNS_MAX);
        });
        assertThat(median(txns(all))).isLessThanOrEqualTo(MEDIAN_TXNS_MAX);
    }

    private Measured measure(PlantedBug bug, int seed) {
        String database = folder.resolve(bug.cliName() + "-" + seed).toString();
        Optional<String> given = Optional.of(String.valueOf(seed));
        long begin = System.nanoTime();
        FailingHistories.Failure first = FailingHistories.run(bug, given, database);
        long millis = (System.nanoTime() - begin) / 1_000_000;
        // jqwik finds the failure in its database, and nothing tells it the seed.
        FailingHistories.Failure fromDatabase = FailingHistories.run(bug, Optional.empty(), database);
        FailingHistories.Failure fromSeed = FailingHistories.run(bug, Optional.of(first.seed()), database + "-empty");
        boolean isSame = fromDatabase.shrunken().equals(first.shrunken())
                && fromDatabase.seed().equals(first.seed())
                && fromDatabase.tries() == 1
                && fromSeed.equals(first);
        return new Measured(first, millis, isSame);
    }

    private static String table(Map<PlantedBug, List<Measured>> measured) {
        var text = new StringBuilder(
                        "| bug | properties | generated | shrunken, median | max | ms, median | max | same |\n")
                .append("|---|---|---|---|---|---|---|---|\n");
        measured.forEach((bug, list) -> text.append(row(bug.cliName(), list)));
        text.append(row("all", measured.values().stream().flatMap(List::stream).toList()));
        return text.toString();
    }

    private static String row(String name, List<Measured> list) {
        List<Long> millis = list.stream().map(Measured::millis).sorted().toList();
        List<Long> txns = txns(list);
        List<Long> originals = list.stream()
                .map(each -> (long) each.failure().originalTxns())
                .sorted()
                .toList();
        return String.format(
                Locale.ROOT,
                "| %s | %d | %d | %d | %d | %d | %d | %d |%n",
                name,
                list.size(),
                median(originals),
                median(txns),
                txns.getLast(),
                median(millis),
                millis.getLast(),
                list.stream().filter(Measured::isSame).count());
    }

    private static List<Long> txns(List<Measured> list) {
        return list.stream().map(each -> (long) each.failure().txns()).sorted().toList();
    }

    private static long median(List<Long> ascending) {
        return ascending.get(ascending.size() / 2);
    }
}
