package moirai.studies.levels;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import moirai.analysis.Findings;
import moirai.analysis.Verdict;
import moirai.analysis.validation.LevelChecker;
import moirai.formats.HistoryFormat;
import moirai.history.level.IsolationLevel;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.GenerationMode;
import net.jqwik.api.Property;

/** The files of the study, judged at every level that it generates. */
class LevelHistoriesProperties {

    private static final Map<LeveledStore.Level, IsolationLevel> LEVELS = Map.of(
            LeveledStore.Level.SER,
            IsolationLevel.STRONG_SESSION_SERIALIZABLE,
            LeveledStore.Level.SI,
            IsolationLevel.STRONG_SESSION_SNAPSHOT_ISOLATION,
            LeveledStore.Level.PSI,
            IsolationLevel.PARALLEL_SNAPSHOT_ISOLATION,
            LeveledStore.Level.PC,
            IsolationLevel.PREFIX,
            LeveledStore.Level.CC,
            IsolationLevel.CAUSAL);

    /** The order of lines in a file. */
    enum Order {
        COMMIT,
        END,
        MERGED,
        SESSION
    }

    @Property(tries = 40, edgeCases = EdgeCasesMode.NONE, generation = GenerationMode.RANDOMIZED)
    void everyLevelIsDecidedWhateverTheOrderOfLines(
            @ForAll int seed, @ForAll LeveledStore.Level kept, @ForAll Order order) throws IOException {
        Path file = Files.createTempFile("levels", ".plume");
        try {
            LevelHistories.main(new String[] {"400", "8", "6", "" + seed, label(kept), label(order), file.toString()});
            var history = HistoryFormat.PLUME.read(file);
            for (IsolationLevel level : LEVELS.values()) {
                Findings findings = new LevelChecker().analyze(history, level);

                assertThat(findings.at(level))
                        .as("seed %d, store at %s, checked at %s", seed, kept, level)
                        .isNotInstanceOf(Verdict.Undecided.class);
                if (Objects.requireNonNull(LEVELS.get(kept)).implies(level)) {
                    assertThat(findings.holds(level)).isTrue();
                }
            }
        } finally {
            Files.delete(file);
        }
    }

    /** A store that kept to more than its level would leave the search for that level untested. */
    @Example
    void everyStoreBreaksTheLevelsThatItsOwnDoesNotImply() throws IOException {
        for (LeveledStore.Level kept : LEVELS.keySet()) {
            var holding = EnumSet.noneOf(IsolationLevel.class);
            Path file = Files.createTempFile("levels", ".plume");
            try {
                LevelHistories.main(
                        new String[] {"400", "8", "6", "1", label(kept), label(Order.COMMIT), file.toString()});
                var history = HistoryFormat.PLUME.read(file);
                LEVELS.values().stream()
                        .filter(level ->
                                new LevelChecker().analyze(history, level).holds(level))
                        .forEach(holding::add);
            } finally {
                Files.delete(file);
            }

            IsolationLevel own = Objects.requireNonNull(LEVELS.get(kept));
            assertThat(holding)
                    .as("store at %s", kept)
                    .containsExactlyInAnyOrderElementsOf(
                            LEVELS.values().stream().filter(own::implies).toList());
        }
    }

    private static String label(Enum<?> level) {
        return level.name().toLowerCase(Locale.ROOT);
    }
}
