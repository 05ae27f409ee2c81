package moirai.runs.interim;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import moirai.analysis.Findings;
import moirai.analysis.axioms.StepBudget;
import moirai.analysis.streaming.StreamLimits;
import moirai.analysis.streaming.StreamProgress;
import moirai.analysis.validation.Engine;
import moirai.analysis.validation.LevelChecker;
import moirai.clients.memory.PlantedBug;
import moirai.generators.Workload;
import moirai.history.DataModel;
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
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.statistics.Statistics;

/**
 * A verdict during a run is not withdrawn at its end: whatever part of each session's records is on the disk, a level
 * that is broken there is broken in the whole history.
 */
@Tag("long")
class InterimSoundnessProperties {

    private static final List<String> WORKLOADS = List.of(
            "append key-count=3",
            "append",
            "predicate",
            "register key-count=3",
            "register",
            "set key-count=2",
            "counter",
            "bank");

    private static final List<StreamLimits> LIMITS =
            List.of(new StreamLimits(8, 16, 16, 1_000), new StreamLimits(20, 60, 100, 1_000), StreamLimits.DEFAULT);

    private static final int CUTS = 4;

    @Property(tries = 60)
    void aLevelThatIsBrokenSoFarIsBrokenInTheEnd(
            @ForAll PlantedBug bug, @ForAll @IntRange(max = 7) int workload, @ForAll long seed) throws IOException {
        Path path = Files.createTempDirectory("moirai-interim");
        try {
            record(path.resolve("whole"), Workload.parse(WORKLOADS.get(workload)), bug, seed);
            History whole = HistoryReader.read(path.resolve("whole")).history();
            var random = new Random(seed);
            for (int i = 0; i < CUTS; i++) {
                Path cut = path.resolve("cut" + i);
                copyCut(path.resolve("whole"), cut, random);
                requireSound(cut, whole, LIMITS.get(random.nextInt(LIMITS.size())));
            }
        } finally {
            remove(path);
        }
    }

    /**
     * Judges the cut history as a follower of the run would that came upon the files as they are: no end was said, so
     * whatever is missing may still come.
     */
    private static void requireSound(Path cut, History whole, StreamLimits limits) {
        InterimVerdict early;
        try (var check = new StreamedCheck(cut, limits, 40)) {
            while (check.step(true) > 0) {
                assertThat(check.isEnd()).isFalse();
            }
            early = check.verdict(IsolationLevel.STRICT_SERIALIZABLE);
        }
        Findings late =
                new LevelChecker(Engine.CYCLES, StepBudget.DEFAULT).analyze(whole, IsolationLevel.STRICT_SERIALIZABLE);
        Set<IsolationLevel> left =
                levels(level -> early.progress().levels().get(level) == StreamProgress.Standing.BROKEN);
        left.removeIf(level -> whole.dataModel() == DataModel.LIST_APPEND
                && Collections.disjoint(level.forbidden(), Phenomenon.closure(Set.of(Phenomenon.INCOMPATIBLE_ORDER))));
        Statistics.label("broken so far")
                .collect(!left.isEmpty())
                .coverage(often -> often.check(true).percentage(share -> share > 5));
        Statistics.label("broken so far: " + whole.dataModel().plural()).collect(!left.isEmpty());
        left.removeAll(levels(level -> !late.forbiddenAt(level).isEmpty()));
        left.removeIf(level ->
                !new LevelChecker().analyze(whole, level).forbiddenAt(level).isEmpty());

        assertThat(left).as(() -> early + " of " + whole.txnCount()).isEmpty();
    }

    private static Set<IsolationLevel> levels(Predicate<IsolationLevel> which) {
        return Stream.of(IsolationLevel.values())
                .filter(which)
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(IsolationLevel.class)));
    }

    private static void record(Path directory, Workload workload, PlantedBug bug, long seed) {
        var settings = new RunSettings(
                new Seed(seed),
                workload,
                new Levels("serializable", IsolationLevel.SERIALIZABLE),
                new Load(5, Duration.ofMinutes(10), 150),
                EvidenceRule.DEFAULT);
        var options = new HistoryDirectory.Options(false, 4_000);
        HistoryDirectory history = HistoryDirectory.create(
                directory,
                new RunHeader(settings.seed(), workload.toString(), "serializable", "serializable", "", Instant.EPOCH),
                options);
        new SimulatedRun(settings, history, RunClock.start(), new StopRequest(), RunWatcher.SILENT)
                .run(new Target.Planted(bug, 0.6).open(settings.plantedBugSeed()));
    }

    /**
     * Makes a copy as a reader may find it while sessions write: the records of each session up to any byte. Three of
     * four copies have some part of every session's records for certain: what one session lacks is not judged of any.
     */
    private static void copyCut(Path from, Path to, Random random) throws IOException {
        Files.createDirectory(to);
        List<Path> segments;
        try (Stream<Path> files = Files.list(from)) {
            segments = files.sorted().toList();
        }
        Path cutFile = segments.getFirst();
        double leastShare = random.nextInt(4) == 0 ? 0 : random.nextDouble();
        String cutWriter = "";
        for (Path segment : segments) {
            String name = segment.getFileName().toString();
            String writer = name.substring(0, name.indexOf('-'));
            boolean isLast = segments.stream()
                    .noneMatch(other -> other.compareTo(segment) > 0
                            && other.getFileName().toString().startsWith(writer));
            if (writer.equals(cutWriter)) {
                continue;
            }
            cutFile = Files.copy(segment, to.resolve(name));
            if (isLast || random.nextInt(4) == 0) {
                cutWriter = writer;
                try (var file = new RandomAccessFile(cutFile.toFile(), "rw")) {
                    long least = (long) (leastShare * file.length());
                    file.setLength(random.nextLong(least, file.length() + 1));
                }
            }
        }
    }

    private static void remove(Path directory) {
        try (Stream<Path> paths = Files.walk(directory)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
