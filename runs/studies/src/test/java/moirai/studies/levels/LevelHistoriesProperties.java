package moirai.studies.levels;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import moirai.analysis.Findings;
import moirai.analysis.Verdict;
import moirai.analysis.validation.LevelChecker;
import moirai.formats.HistoryFormat;
import moirai.history.level.IsolationLevel;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.GenerationMode;
import net.jqwik.api.Property;

/** The files of the study, judged at every level that it generates. */
class LevelHistoriesProperties {

    private static final List<IsolationLevel> LEVELS = List.of(
            IsolationLevel.STRONG_SESSION_SERIALIZABLE,
            IsolationLevel.STRONG_SESSION_SNAPSHOT_ISOLATION,
            IsolationLevel.PARALLEL_SNAPSHOT_ISOLATION,
            IsolationLevel.PREFIX,
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
            LevelHistories.main(new String[] {
                "400", "8", "6", "" + seed, label(kept), order.name().toLowerCase(Locale.ROOT), file.toString()
            });
            var history = HistoryFormat.PLUME.read(file);
            for (IsolationLevel level : LEVELS) {
                Findings findings = new LevelChecker().analyze(history, level);

                assertThat(findings.at(level))
                        .as("seed %d, store at %s, checked at %s", seed, kept, level)
                        .isNotInstanceOf(Verdict.Undecided.class);
                if (LEVELS.get(kept.ordinal()).implies(level)) {
                    assertThat(findings.holds(level)).isTrue();
                }
            }
        } finally {
            Files.delete(file);
        }
    }

    private static String label(LeveledStore.Level level) {
        return level.name().toLowerCase(Locale.ROOT);
    }
}
