package moirai.runs.teeth;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.SplittableRandom;
import moirai.analysis.listappend.ListAppendChecker;
import moirai.clients.memory.MemoryIsolation;
import moirai.clients.memory.PlantedBug;
import moirai.generators.KeyDistribution;
import moirai.generators.Workload;
import moirai.history.History;
import moirai.history.HistoryNotation;
import moirai.history.RunHeader;
import moirai.history.Seed;
import moirai.history.files.HistoryDirectory;
import moirai.history.files.HistoryReader;
import moirai.history.level.IsolationLevel;
import moirai.runs.EvidenceRule;
import moirai.runs.Levels;
import moirai.runs.Load;
import moirai.runs.RunClock;
import moirai.runs.RunSettings;
import moirai.runs.RunWatcher;
import moirai.runs.SimulatedRun;
import moirai.runs.StopRequest;
import moirai.runs.Target;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TeethTest {

    private static final int COPIES = 30;
    private static final IsolationLevel STRICT = IsolationLevel.STRICT_SERIALIZABLE;

    @TempDir
    private Path directory;

    @Test
    void aGoodRecipeNoticesEveryBug() {
        Teeth teeth = measure(record(Workload.append(), honest()), STRICT);

        assertThat(teeth.bites().keySet()).containsExactlyInAnyOrder(Mutation.values());
        assertThat(teeth.dull()).isEmpty();
    }

    @Test
    void aRecipeThatHardlyReadsNoticesNothing() {
        Workload dull = Workload.append()
                .withKeyDistribution(new KeyDistribution.Uniform())
                .withKeyCount(5_000)
                .withReadShare(0.02);

        Teeth teeth = measure(record(dull, honest()), STRICT);

        assertThat(teeth.dull())
                .as(TeethText.of(teeth))
                .contains(Mutation.LOST_APPEND, Mutation.LOST_UPDATE, Mutation.FRACTURED_READ);
    }

    @Test
    void whatTheLevelAllowsIsNotPlanted() {
        Teeth teeth = measure(record(Workload.append(), honest()), IsolationLevel.READ_COMMITTED);

        assertThat(teeth.bites().keySet()).isEqualTo(Set.of(Mutation.SWAPPED_ELEMENTS));
    }

    @Test
    void aHistoryThatBreaksItsLevelHasNoTeeth() {
        History broken = record(Workload.append(), new Target.Planted(PlantedBug.LOST_UPDATE, 0.5));

        assertThat(Teeth.measure(broken, STRICT, new ListAppendChecker(), 1, new SplittableRandom(1)))
                .isEmpty();
    }

    /** The rows are counted by hand: each planted bug at the one place that there is for it. */
    @Test
    void eachBugChangesWhatItSays() {
        History history = HistoryNotation.parse("example", """
                T0 s0 ok @1..2 a1=1 a2=1
                T1 s0 ok @3..4 a1=2
                T2 s1 ok @5..6 r1=[1 2] r2=[1]
                T3 s2 ok @7..8 r1=[1 2] a1=3
                """);
        var lists = new RecordedLists(history);

        assertThat(planted(Mutation.LOST_TRANSACTION, lists, 0)).contains("r1=[2] r2=[]", "r1=[2] a1=3");
        assertThat(planted(Mutation.LOST_APPEND, lists, 1)).contains("r1=[1] r2=[1]", "r1=[1] a1=3");
        assertThat(planted(Mutation.LOST_UPDATE, lists, 3)).contains("r1=[1 2] r2=[1]", "r1=[1] a1=3");
        assertThat(planted(Mutation.SWAPPED_ELEMENTS, lists, 3)).contains("r1=[2 1] a1=3");
        assertThat(planted(Mutation.FRACTURED_READ, lists, 2)).containsAnyOf("r1=[] r2=[1]", "r1=[1 2] r2=[]");
        assertThat(planted(Mutation.STALE_READ, lists, 2)).containsAnyOf("r1=[1] r2=[1]", "r1=[] r2=[]");
        assertThat(Mutation.STALE_READ.plant(lists, 3, new SplittableRandom(1))).isEmpty();
        assertThat(Mutation.LOST_APPEND.plant(lists, 2, new SplittableRandom(1)))
                .isEmpty();
    }

    /** Whoever began later, and was read, is there with what was read of it. */
    @Test
    void theBeginningKnowsWhoWroteWhatItReads() {
        History history = HistoryNotation.parse("example", """
                T0 s0 ok @1..20 r1=[1] r2=[7]
                T1 s1 ok @2..3 a1=1
                T2 s1 ok @4..5 r1=[1] a2=7 a3=1
                T3 s1 ok @6..7 r3=[1]
                T4 s1 ok @30..31 a2=8
                """);

        assertThat(HistoryNotation.format(Beginning.of(history, 2)))
                .contains("r1=[1] r2=[7]", "a1=1", "@4..5 a2=7")
                .doesNotContain("a3=1", "r3=", "a2=8");
        assertThat(Beginning.of(history, 5)).isSameAs(history);
    }

    private static String planted(Mutation mutation, RecordedLists lists, int txn) {
        return HistoryNotation.format(
                mutation.plant(lists, txn, new SplittableRandom(1)).orElseThrow());
    }

    private static Teeth measure(History history, IsolationLevel level) {
        return Teeth.measure(history, level, new ListAppendChecker(), COPIES, new SplittableRandom(28))
                .orElseThrow();
    }

    private static Target.Simulated honest() {
        return new Target.Honest(MemoryIsolation.STRICT_SERIALIZABLE);
    }

    private History record(Workload workload, Target.Simulated target) {
        var settings = new RunSettings(
                new Seed(7),
                workload,
                new Levels("serializable", STRICT),
                new Load(10, Duration.ofMinutes(10), 3_000),
                EvidenceRule.DEFAULT);
        var header =
                new RunHeader(settings.seed(), workload.toString(), "serializable", "serializable", "", Instant.EPOCH);
        Path place = directory.resolve("history");
        HistoryDirectory history = HistoryDirectory.create(place, header, new HistoryDirectory.Options(false, 4_000));
        new SimulatedRun(settings, history, RunClock.start(), new StopRequest(), RunWatcher.SILENT)
                .run(target.open(settings.plantedBugSeed()));
        return HistoryReader.read(place).history();
    }
}
