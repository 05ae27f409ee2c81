package moirai.runs.interim;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import moirai.analysis.Evidence;
import moirai.analysis.Findings;
import moirai.analysis.Verdict;
import moirai.analysis.axioms.StepBudget;
import moirai.analysis.streaming.StreamLimits;
import moirai.analysis.validation.Engine;
import moirai.analysis.validation.LevelChecker;
import moirai.clients.memory.MemoryIsolation;
import moirai.clients.memory.PlantedBug;
import moirai.generators.Workload;
import moirai.history.History;
import moirai.history.RunHeader;
import moirai.history.Seed;
import moirai.history.files.HistoryDirectory;
import moirai.history.files.HistoryReader;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;
import moirai.runs.EvidenceRule;
import moirai.runs.Levels;
import moirai.runs.Load;
import moirai.runs.RunClock;
import moirai.runs.RunSettings;
import moirai.runs.RunWatcher;
import moirai.runs.SimulatedRun;
import moirai.runs.StopRequest;
import moirai.runs.Target;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.statistics.Statistics;

/** A history that is judged piece by piece has the verdict of the history as a whole. */
class StreamedCheckProperties {

    private static final List<String> WORKLOADS =
            List.of("append", "append key-count=3", "append key-count=5 max-writes-per-key=6");

    private static final List<String> OTHERS =
            List.of("register", "register key-count=3", "set", "set key-count=2", "counter", "bank");

    private static final List<StreamLimits> LIMITS =
            List.of(new StreamLimits(40, 60, 100, 10_000), new StreamLimits(20, 200, 0, 10_000), StreamLimits.DEFAULT);

    /** The methods by which the whole is judged as the pieces are: cycles, not axioms. */
    private static final LevelChecker CYCLES = new LevelChecker(Engine.CYCLES, StepBudget.DEFAULT);

    @Property(tries = 60)
    void piecesHaveTheVerdictOfTheWhole(
            @ForAll PlantedBug bug,
            @ForAll @IntRange(max = 2) int workload,
            @ForAll @IntRange(max = 2) int limits,
            @ForAll @IntRange(min = 20, max = 300) int pieceTxns,
            @ForAll long seed)
            throws IOException {
        Path directory = Files.createTempDirectory("moirai-streamed");
        try {
            Path history = directory.resolve("history");
            record(history, Workload.parse(WORKLOADS.get(workload)), new Target.Planted(bug, 0.05), seed);
            History whole = HistoryReader.read(history).history();
            Findings batch = CYCLES.analyze(whole, IsolationLevel.STRICT_SERIALIZABLE);
            Streamed streamed = StreamedCheck.whole(history, LIMITS.get(limits), pieceTxns);
            Findings pieces = streamed.found().findings();
            int unknown = 0;
            for (IsolationLevel level : IsolationLevel.values()) {
                boolean isOpen =
                        pieces.at(level) instanceof Verdict.Undecided || batch.at(level) instanceof Verdict.Undecided;
                boolean isOpenInPieces =
                        pieces.at(level) instanceof Verdict.Undecided && batch.at(level) instanceof Verdict.Pass;
                unknown += isOpenInPieces ? 1 : 0;
                assertThat(isOpen
                                || pieces.at(level).getClass()
                                        == batch.at(level).getClass())
                        .as(() -> level + ": " + pieces.at(level) + " of pieces, " + batch.at(level) + " of the whole")
                        .isTrue();
            }
            Statistics.label("what holds is known to hold").collect(unknown == 0);
            Set<Phenomenon> missing = EnumSet.noneOf(Phenomenon.class);
            missing.addAll(batch.phenomena());
            missing.removeAll(pieces.sightings().keySet());
            assertThat(missing).isEmpty();
            assertThat(pieces.txns()).isEqualTo(batch.txns());
            requireSameEvidence(streamed.evidence(), Evidence.of(whole));
        } finally {
            remove(directory);
        }
    }

    @Property(tries = 20)
    void snapshotIsolationIsKnownToHoldWhereWritesAreSkewed(
            @ForAll @IntRange(max = 2) int workload,
            @ForAll @IntRange(min = 20, max = 300) int pieceTxns,
            @ForAll long seed)
            throws IOException {
        Path directory = Files.createTempDirectory("moirai-streamed");
        try {
            Path history = directory.resolve("history");
            var skewed = new Target.Planted(PlantedBug.WRITE_SKEW, 0.05);
            record(history, Workload.parse(WORKLOADS.get(workload)), skewed, seed);
            Findings batch = CYCLES.analyze(HistoryReader.read(history).history(), IsolationLevel.STRICT_SERIALIZABLE);
            Findings pieces = StreamedCheck.whole(history, new StreamLimits(40, 60, 100, 10_000), pieceTxns)
                    .found()
                    .findings();

            assertThat(pieces.strongestHolding()).isEqualTo(batch.strongestHolding());
        } finally {
            remove(directory);
        }
    }

    /** Pieces decide nothing of other data that the whole contradicts; what a bounded state leaves open is unknown. */
    @Property(tries = 60)
    void piecesOfOtherDataDoNotContradictTheWhole(
            @ForAll PlantedBug bug,
            @ForAll boolean isPlanted,
            @ForAll @IntRange(max = 5) int workload,
            @ForAll @IntRange(max = 2) int limits,
            @ForAll @IntRange(min = 20, max = 300) int pieceTxns,
            @ForAll long seed)
            throws IOException {
        Path directory = Files.createTempDirectory("moirai-streamed");
        try {
            Path history = directory.resolve("history");
            var target =
                    isPlanted ? new Target.Planted(bug, 0.05) : new Target.Honest(MemoryIsolation.STRICT_SERIALIZABLE);
            String recipe = OTHERS.get(workload);
            record(history, Workload.parse(recipe), target, seed);
            History whole = HistoryReader.read(history).history();
            Findings batch = new LevelChecker().analyze(whole, IsolationLevel.STRICT_SERIALIZABLE);
            Streamed streamed = StreamedCheck.whole(history, LIMITS.get(limits), pieceTxns);
            for (IsolationLevel level : IsolationLevel.values()) {
                Verdict pieces = streamed.found().findings().at(level);
                boolean agrees = switch (pieces) {
                    case Verdict.Pass pass -> !(batch.at(level) instanceof Verdict.Fail);
                    // The check at one level names the weakest one that is broken, and says nothing of others.
                    case Verdict.Fail fail ->
                        !(batch.at(level) instanceof Verdict.Pass)
                                && !(new LevelChecker().check(whole, level) instanceof Verdict.Pass);
                    case Verdict.Undecided open -> true;
                };
                assertThat(agrees)
                        .as(() -> recipe + ", " + level + ": " + pieces + " of pieces, " + batch.at(level)
                                + " of the whole")
                        .isTrue();
            }
            Verdict strict = streamed.found().findings().at(IsolationLevel.STRICT_SERIALIZABLE);
            Statistics.label((isPlanted ? "planted: " : "honest: ") + whole.dataModel())
                    .collect(
                            strict.getClass().getSimpleName(),
                            batch.at(IsolationLevel.STRICT_SERIALIZABLE)
                                    .getClass()
                                    .getSimpleName());
            requireSameEvidence(streamed.evidence(), Evidence.of(whole));
        } finally {
            remove(directory);
        }
    }

    private static void requireSameEvidence(Evidence pieces, Evidence whole) {
        assertThat(pieces.committed()).isEqualTo(whole.committed());
        assertThat(pieces.aborted()).isEqualTo(whole.aborted());
        assertThat(pieces.indeterminate()).isEqualTo(whole.indeterminate());
        assertThat(pieces.keysContended()).isEqualTo(whole.keysContended());
        // Transactions that overlap across pieces are not all counted, nor are contradicting reads of one length.
        assertThat(pieces.overlapping()).isLessThanOrEqualTo(whole.overlapping());
        assertThat(pieces.versionsRead()).isLessThanOrEqualTo(whole.versionsRead());
    }

    private static void record(Path directory, Workload workload, Target.Simulated target, long seed) {
        var settings = new RunSettings(
                new Seed(seed),
                workload,
                new Levels("serializable", IsolationLevel.SERIALIZABLE),
                new Load(5, Duration.ofMinutes(10), 1_500),
                EvidenceRule.DEFAULT);
        HistoryDirectory history = HistoryDirectory.create(
                directory,
                new RunHeader(settings.seed(), workload.toString(), "serializable", "serializable", "", Instant.EPOCH));
        new SimulatedRun(settings, history, RunClock.start(), new StopRequest(), RunWatcher.SILENT)
                .run(target.open(settings.plantedBugSeed()));
    }

    private static void remove(Path directory) throws IOException {
        try (Stream<Path> paths = Files.walk(directory)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
