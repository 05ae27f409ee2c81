package moirai.runs.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import moirai.analysis.validation.LevelChecker;
import moirai.clients.memory.MemoryIsolation;
import moirai.clients.memory.PlantedBug;
import moirai.generators.Workload;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;
import moirai.runs.ExitCode;
import moirai.runs.RunResult;
import moirai.runs.Simulations;
import moirai.runs.Target;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each column is shown by a planted bug that has its phenomenon, and by no honest database. */
class ColumnTest {

    private static final int TXN_COUNT = 6_000;
    private static final double PROBABILITY = 0.3;

    @TempDir
    private Path store;

    private Row measured(Workload workload, long txnCount, Target target) throws InterruptedException {
        RunResult run = Simulations.run(
                store,
                Simulations.settings(workload, new Seed(3), IsolationLevel.STRICT_SERIALIZABLE, txnCount),
                target);
        return new Row("strict-serializable", List.of(Measurement.of(run, workload, new LevelChecker())));
    }

    @ParameterizedTest
    @CsvSource({
        "G0, DIRTY_WRITE",
        "G1A, ABORTED_READ",
        "G1A, DIRTY_UPDATE",
        "G1B, INTERMEDIATE_READ",
        "G1C, CIRCULAR_READ",
        "OTV, VIEW_GOING_BACK",
        "PMP, FRACTURED_READ",
        "P4, LOST_UPDATE",
        "G_SINGLE, FRACTURED_READ",
        "G2_ITEM, WRITE_SKEW",
        "G2, PHANTOM"
    })
    void theBugThatHasThePhenomenonShowsTheColumn(Column column, PlantedBug bug) throws InterruptedException {
        // Updates are lost where lists are read before they are appended to, which few scans leave room for.
        Workload workload = column == Column.P4 ? Workload.append() : Workload.predicate();

        Row row = measured(workload, TXN_COUNT, new Target.Planted(bug, PROBABILITY));

        assertThat(row.cell(column)).isInstanceOfSatisfying(Cell.Shown.class, shown -> {
            assertThat(shown.isForbidden()).isTrue();
            assertThat(shown.words()).startsWith("shown").endsWith("FORBIDDEN");
            assertThat(shown.shownBy()).contains(store.toString());
        });
        assertThat(row.exitCode()).isEqualTo(ExitCode.INVALID);
    }

    @Test
    void anHonestDatabaseShowsNone() throws InterruptedException {
        Row row = measured(Workload.predicate(), TXN_COUNT, new Target.Honest(MemoryIsolation.STRICT_SERIALIZABLE));

        assertThat(Column.all())
                .allSatisfy(column -> assertThat(row.cell(column)).isEqualTo(new Cell.NotSeen(row.committed())));
        assertThat(row.beside()).isEmpty();
        assertThat(row.exitCode()).isEqualTo(ExitCode.VALID);
    }

    @Test
    void aBugOfScansShowsNoColumnOfItems() throws InterruptedException {
        Row row = measured(Workload.predicate(), TXN_COUNT, new Target.Planted(PlantedBug.PHANTOM, PROBABILITY));

        assertThat(Column.all())
                .filteredOn(column -> column != Column.G2)
                .allSatisfy(column -> assertThat(row.cell(column)).isInstanceOf(Cell.NotSeen.class));
    }

    @Test
    void withoutScansNobodyLooksForPhantoms() throws InterruptedException {
        Row row = measured(Workload.append(), 2_000, new Target.Planted(PlantedBug.PHANTOM, PROBABILITY));

        assertThat(row.cell(Column.G2)).isEqualTo(new Cell.NotLookedFor("the workload has no scans"));
        assertThat(row.cell(Column.PMP).words()).isEqualTo("not looked for");
        assertThat(row.cell(Column.G2_ITEM)).isInstanceOf(Cell.NotSeen.class);
    }

    @Test
    void aRunThatCouldHardlyNoticeAnythingSaysSo() throws InterruptedException {
        Row row = measured(Workload.predicate(), 50, new Target.Honest(MemoryIsolation.STRICT_SERIALIZABLE));

        assertThat(Column.all())
                .allSatisfy(column -> assertThat(row.cell(column)).isInstanceOf(Cell.Insufficient.class));
        assertThat(row.exitCode()).isEqualTo(ExitCode.INSUFFICIENT_EVIDENCE);
    }

    @Test
    void oneRunThatSawTheHistoryOutranksOneThatCouldNot() throws InterruptedException {
        Row append = measured(Workload.append(), 2_000, new Target.Honest(MemoryIsolation.STRICT_SERIALIZABLE));
        Row predicate = measured(Workload.predicate(), 2_000, new Target.Honest(MemoryIsolation.STRICT_SERIALIZABLE));

        var both = new Row(
                "strict-serializable",
                List.of(append.runs().getFirst(), predicate.runs().getFirst()));

        assertThat(both.cell(Column.G2)).isEqualTo(new Cell.NotSeen(predicate.committed()));
        assertThat(both.cell(Column.G0)).isEqualTo(new Cell.NotSeen(append.committed() + predicate.committed()));
    }

    /** A phenomenon of a session or of real time is none of Hermitage's, but breaks a promise all the same. */
    @Test
    void whatHasNoColumnStandsBesideAndCounts() throws InterruptedException {
        Row row = measured(Workload.append(), TXN_COUNT, new Target.Planted(PlantedBug.STALE_READ, PROBABILITY));

        assertThat(Column.all())
                .noneSatisfy(column -> assertThat(row.cell(column)).isInstanceOf(Cell.Shown.class));
        assertThat(row.besideInWords()).contains("G-single-process ×").contains("(FORBIDDEN)");
        assertThat(row.exitCode()).isEqualTo(ExitCode.INVALID);
    }

    @Test
    void eachPhenomenonIsCountedForOneColumnAtMost() {
        for (Phenomenon phenomenon : Phenomenon.values()) {
            assertThat(Column.all())
                    .filteredOn(column -> column.counted().contains(phenomenon))
                    .hasSizeLessThan(2);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "1, 20000000, <0.1",
        "1, 1000000, 1.0",
        "99, 10000000, 9.9",
        "999, 1000000, 999",
        "1, 1000, 1.0k",
        "9, 900, 10k",
        "1, 2, 500k",
        "2, 2, 1M"
    })
    void ratesFitFourCharacters(long count, long txns, String sign) {
        assertThat(new Cell.Shown(count, txns, false, "").sign())
                .isEqualTo(sign)
                .hasSizeLessThan(5);
    }
}
