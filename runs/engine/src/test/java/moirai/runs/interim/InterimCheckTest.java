package moirai.runs.interim;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import moirai.analysis.AnalysisWatcher;
import moirai.analysis.Findings;
import moirai.clients.memory.PlantedBug;
import moirai.generators.Structure;
import moirai.generators.Workload;
import moirai.history.History;
import moirai.history.HistoryNotation;
import moirai.history.RunHeader;
import moirai.history.Seed;
import moirai.history.Txn;
import moirai.history.TxnPlan;
import moirai.history.files.HistoryDirectory;
import moirai.history.files.HistoryReader;
import moirai.history.files.HistoryWriter;
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

class InterimCheckTest {

    private static final Duration AT_ONCE = Duration.ofMillis(1);
    private static final InterimCheck.Rules OFTEN = new InterimCheck.Rules(500_000, AT_ONCE, 1, Duration.ofMinutes(1));

    @TempDir
    private Path directory;

    private final BlockingQueue<InterimVerdict> told = new LinkedBlockingQueue<>();

    /** Otherwise every read of a value that was just written would be reported as a garbage read. */
    @Test
    void aReaderWhoseWriterIsNotYetOnTheDiskProvesNothing() {
        HistoryDirectory history = HistoryDirectory.create(directory, RunHeader.NONE);
        History seen = HistoryNotation.parse("seen", "T0 s0 a1=7\nT1 s1 r1=[7]\nT2 s1 r1=[7]\n");
        try (HistoryWriter slow = history.writer(0);
                HistoryWriter fast = history.writer(1)) {
            begin(slow, seen.txn(0));
            begin(fast, seen.txn(1));
            fast.end(seen.txn(1));
            begin(fast, seen.txn(2));

            assertThat(HistoryReader.readEnded(directory, 10).txnCount()).isOne();
            assertThat(next(OFTEN)).isEqualTo(new InterimVerdict(1, List.of(), ""));

            slow.end(seen.txn(0));
            fast.end(seen.txn(2));
        }
        assertThat(next(OFTEN)).isEqualTo(new InterimVerdict(3, List.of(), ""));
    }

    @Test
    void eachShapeIsThereOnceAndSaysWhetherItIsForbidden() throws InterruptedException {
        record(Workload.append(), 2_000);
        InterimCheck check = InterimCheck.start(directory, IsolationLevel.SNAPSHOT_ISOLATION, OFTEN, told::add);
        try (check) {
            InterimVerdict first = await();
            InterimVerdict again = await();

            assertThat(first.isInvalid()).isTrue();
            assertThat(first.txns()).isEqualTo(2_000);
            assertThat(first.sightings())
                    .extracting(InterimVerdict.Sighting::shape)
                    .doesNotHaveDuplicates()
                    .anyMatch(shape -> shape.contains("-G-single-"));
            assertThat(again).isEqualTo(first);
        }
    }

    /** Found by {@link InterimSoundnessProperties}: the last read makes the order of key 1 unknown. */
    @Test
    void anOrderThatALaterReadMayContradictIsNoViolationWhereSuchReadsAreAllowed() {
        String soFar = "T0 s0 a1=1\nT1 s0 a1=2\nT2 s1 r1=[2 1]\n";
        History history = HistoryNotation.parse("cut", soFar);
        Findings early = InterimCheck.findings(history, IsolationLevel.SERIALIZABLE, AnalysisWatcher.SILENT);
        Findings late = InterimCheck.findings(
                HistoryNotation.parse("whole", soFar + "T3 s1 r1=[1 2]\n"),
                IsolationLevel.SERIALIZABLE,
                AnalysisWatcher.SILENT);
        IsolationLevel allowing = IsolationLevel.STRONG_SESSION_READ_UNCOMMITTED;
        IsolationLevel forbidding = IsolationLevel.STRONG_SESSION_READ_COMMITTED;

        assertThat(early.forbiddenAt(allowing)).isNotEmpty();
        assertThat(late.forbiddenAt(allowing)).isEmpty();
        assertThat(InterimCheck.lastingViolations(history, early, allowing)).isEmpty();
        assertThat(InterimCheck.lastingViolations(history, early, forbidding)).isNotEmpty();
        assertThat(late.forbiddenAt(forbidding)).isNotEmpty();
    }

    @Test
    void thereIsALimitToWhatIsChecked() throws InterruptedException {
        record(Workload.append(), 2_000);
        InterimVerdict only = next(new InterimCheck.Rules(500, AT_ONCE, 1, Duration.ofMinutes(1)));

        assertThat(only.txns()).isEqualTo(500);
        assertThat(only.limit()).isNotEmpty();
        assertThat(HistoryReader.readEnded(directory, 500).txnCount()).isEqualTo(500);
    }

    @Test
    void ofCountersNothingIsSaidBeforeTheEnd() throws InterruptedException {
        record(Workload.of(Structure.COUNTERS), 500);

        assertThat(next(OFTEN))
                .isEqualTo(new InterimVerdict(0, List.of(), "sums are judged when all in them is known"));
    }

    @Test
    void aDirectoryInWhichNothingIsYetIsNoFailure() {
        assertThat(next(OFTEN)).isEqualTo(new InterimVerdict(0, List.of(), ""));
    }

    @Test
    void theNextCheckWaitsForAMultipleOfTheLast() {
        assertThat(InterimCheck.Rules.DEFAULT.restAfter(Duration.ofSeconds(3))).isEqualTo(Duration.ofSeconds(60));
        assertThat(InterimCheck.Rules.DEFAULT.restAfter(Duration.ofMillis(1))).isEqualTo(Duration.ofSeconds(2));
    }

    /** A check that takes the memory of the sessions would end the run that it checks. */
    @Test
    void aSmallHeapHasSmallerChecks() {
        InterimCheck.Rules rules = InterimCheck.Rules.DEFAULT;

        assertThat(rules.within(256L << 20).txnsMax()).isEqualTo(65_536);
        assertThat(rules.within(4L << 30)).isEqualTo(rules);
        assertThat(rules.within(0).txnsMax()).isOne();
    }

    private InterimVerdict next(InterimCheck.Rules rules) {
        told.clear();
        InterimCheck check = InterimCheck.start(directory, IsolationLevel.SERIALIZABLE, rules, told::add);
        try (check) {
            return await();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    private InterimVerdict await() throws InterruptedException {
        InterimVerdict verdict = told.poll(1, TimeUnit.MINUTES);
        assertThat(verdict).isNotNull();
        return verdict;
    }

    private static void begin(HistoryWriter writer, Txn txn) {
        writer.begin(txn.session(), TxnPlan.of(txn.ops()), txn.startNanos());
    }

    private void record(Workload workload, int txnCount) {
        var settings = new RunSettings(
                new Seed(1),
                workload,
                new Levels("serializable", IsolationLevel.SERIALIZABLE),
                new Load(5, Duration.ofMinutes(10), txnCount),
                EvidenceRule.DEFAULT);
        HistoryDirectory history =
                HistoryDirectory.create(directory, new RunHeader(settings.seed(), "", "", "", "", Instant.EPOCH));
        new SimulatedRun(settings, history, RunClock.start(), new StopRequest(), RunWatcher.SILENT)
                .run(new Target.Planted(PlantedBug.LOST_UPDATE, 0.3).open(settings.plantedBugSeed()));
    }
}
