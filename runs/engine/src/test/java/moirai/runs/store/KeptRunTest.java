package moirai.runs.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import moirai.analysis.listappend.ListAppendChecker;
import moirai.clients.memory.MemoryIsolation;
import moirai.generators.Workload;
import moirai.history.HistoryFormatException;
import moirai.history.RunHeader;
import moirai.history.Seed;
import moirai.history.files.HistoryReader;
import moirai.history.keeping.Keep;
import moirai.history.keeping.Manifest;
import moirai.history.keeping.SegmentKeeper;
import moirai.history.level.IsolationLevel;
import moirai.runs.EvidenceRule;
import moirai.runs.ExitCode;
import moirai.runs.Levels;
import moirai.runs.Load;
import moirai.runs.RunResult;
import moirai.runs.RunSettings;
import moirai.runs.RunWatcher;
import moirai.runs.StopRequest;
import moirai.runs.Target;
import moirai.runs.interim.InterimVerdict;
import moirai.runs.parts.RunPart;
import moirai.runs.products.Products;
import moirai.runs.products.Wish;
import moirai.runs.report.VerdictText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs whose history does not stay whole, or cannot be written. */
class KeptRunTest {

    private static final Keep SECOND = Keep.parse("1s");

    @TempDir
    private Path root;

    private final StopRequest stop = new StopRequest();

    private RunResult run(Workload workload, Load load, Target target, Keep keep, RunWatcher watcher)
            throws InterruptedException, IOException {
        var store = new RunStore(root);
        var place = new StoredRun.Place(store, directory(store), List.of("run"), keep, RunPart.FIRST);
        return new StoredRun(settings(workload, load), place, new ListAppendChecker(), stop, watcher).execute(target);
    }

    private static RunSettings settings(Workload workload, Load load) {
        return new RunSettings(
                new Seed(42),
                workload,
                new Levels("serializable", IsolationLevel.READ_COMMITTED),
                load,
                EvidenceRule.NONE);
    }

    private static Target h2() {
        return Products.named("h2").orElseThrow().target(Wish.of("serializable"));
    }

    /** Stops a run once segments with more transactions than these were dropped. */
    private final class UntilDropped implements RunWatcher {

        private final StopRequest stop;
        private final long goneBefore;

        UntilDropped(StopRequest stop, long goneBefore) {
            this.stop = stop;
            this.goneBefore = goneBefore;
        }

        @Override
        public void soFar(InterimVerdict verdict) {
            if (gone() > goneBefore) {
                stop.ask("something was dropped");
            }
        }
    }

    private long gone() {
        return Manifest.of(history()).gone().txns();
    }

    /** Runs until something was dropped. */
    private RunResult untilDropped(Target target) throws InterruptedException, IOException {
        return run(
                Workload.append(),
                new Load(4, Duration.ofSeconds(100), Load.UNLIMITED),
                target,
                SECOND,
                new UntilDropped(stop, 0));
    }

    /** Goes on with a run for so long, or until more was dropped. */
    private RunResult resume(RunResult first, Duration limit) throws InterruptedException {
        var directory = new RunDirectory(first.directory());
        try (RunLock lock = RunLock.of(directory)) {
            RunPart part = Resumption.of(directory, lock).part();
            var load = new Load(4, limit, Load.UNLIMITED);
            var place = new StoredRun.Place(new RunStore(root), directory, List.of("run"), SECOND, part);
            var again = new StopRequest();
            return new StoredRun(
                            settings(Workload.append(), load),
                            place,
                            new ListAppendChecker(),
                            again,
                            new UntilDropped(again, gone()))
                    .execute(h2());
        }
    }

    private static RunDirectory directory(RunStore store) {
        return store.create("test", Instant.EPOCH);
    }

    private Path history() {
        try (Stream<Path> folders = Files.list(root.resolve("test"))) {
            return folders.filter(folder -> !Files.isSymbolicLink(folder))
                    .findFirst()
                    .orElseThrow()
                    .resolve("history");
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Test
    @Timeout(120)
    void verdictCoversTheWholeRunAndSaysThatAPartIsKept() throws Exception {
        RunResult run = untilDropped(h2());

        HistoryReader.Loaded kept = HistoryReader.read(history());
        assertThat(VerdictText.line(run.judgement()))
                .startsWith("verdict: VALID · ")
                .endsWith(" · the whole run was judged; on the disk is what --keep 1s kept");
        assertThat(run.exitCode()).isEqualTo(ExitCode.VALID);
        assertThat(run.judgement().evidence().committed())
                .isEqualTo(run.totals().progress().committed());
        assertThat(kept.history().txnCount() + Manifest.of(history()).gone().txns())
                .isEqualTo(run.totals().progress().committed()
                        + run.totals().progress().aborted());
        assertThat(kept.warnings())
                .singleElement()
                .asString()
                .contains("were dropped by --keep 1s after everything up");
        assertThat(run.directory().resolve("run.json")).content().contains("\"keep\" : \"1s\"");
    }

    /** Segments of part 1 are gone when part 2 begins, and part 2 drops more. */
    @Test
    @Timeout(120)
    void verdictOfTwoPartsCoversWhatTheFirstHasDropped() throws Exception {
        RunResult first = untilDropped(h2());
        long goneBefore = gone();

        RunResult whole = resume(first, Duration.ofSeconds(100));

        assertThat(VerdictText.line(whole.judgement()))
                .startsWith("verdict: VALID · ")
                .endsWith(" · the whole run was judged; on the disk is what --keep 1s kept");
        assertThat(whole.judgement().evidence().committed())
                .isEqualTo(first.totals().progress().committed()
                        + whole.totals().progress().committed());
        assertThat(whole.notes()).anyMatch(note -> note.startsWith("what parts before had dropped, " + goneBefore));
        assertThat(gone()).isGreaterThan(goneBefore);
    }

    /** Nobody would want to hear of it when the next part is over. */
    @Test
    @Timeout(120)
    void damagedJudgementOfWhatWasDroppedIsNoticedBeforeTheRunGoesOn() throws Exception {
        var directory = new RunDirectory(untilDropped(h2()).directory());
        Path note = history().resolve(SegmentKeeper.JUDGED);
        Files.writeString(note, Files.readString(note).replace("proven", "disproven"));

        try (RunLock lock = RunLock.of(directory)) {
            assertThatThrownBy(() -> Resumption.of(directory, lock))
                    .isInstanceOf(HistoryFormatException.class)
                    .hasMessageContaining(note.toString());
        }
    }

    /** The judgement of what is gone is needed, and is not made up. */
    @Test
    @Timeout(120)
    void lostJudgementOfWhatWasDroppedLeavesTheWholeUnknown() throws Exception {
        RunResult first = untilDropped(h2());
        Files.delete(history().resolve(SegmentKeeper.JUDGED));

        RunResult whole = resume(first, Duration.ofSeconds(3));

        assertThat(VerdictText.line(whole.judgement()))
                .startsWith("verdict: UNKNOWN · ")
                .contains("dropped by a version that did not note how it had judged them")
                .endsWith(
                        " · the run was judged but for what parts before dropped; on the disk is what --keep 1s kept");
        assertThat(whole.notes())
                .anyMatch(note -> note.startsWith("this part of the run was judged as it was recorded"))
                .noneMatch(note -> note.contains("the whole run"));
    }

    @Test
    void countersAreKeptWhole() {
        assertThatThrownBy(() -> run(
                        Workload.parse("counter"),
                        new Load(4, Duration.ofSeconds(1), 100),
                        new Target.Honest(MemoryIsolation.STRICT_SERIALIZABLE),
                        SECOND,
                        RunWatcher.SILENT))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("--keep 1s: only histories of lists are dropped, not of counters; expected all");
    }

    /** Segments end by the policy, and the next one of writer 2 cannot be made. */
    @Test
    void simulationThatCannotBeRecordedEndsWithAVerdictThatDoubts() throws Exception {
        var watcher = new Blocking();

        RunResult run = run(
                Workload.append(),
                new Load(4, Duration.ofSeconds(100), 200_000),
                new Target.Honest(MemoryIsolation.STRICT_SERIALIZABLE),
                SECOND,
                watcher);

        assertThat(VerdictText.line(run.judgement())).startsWith("verdict: UNKNOWN · ");
        assertThat(run.exitCode()).isEqualTo(ExitCode.INTERNAL_ERROR);
        assertThat(run.notes()).anyMatch(note -> note.startsWith("the history could not be written: "));
        assertThat(HistoryReader.read(history()).history().txnCount()).isPositive();
    }

    @Test
    @Timeout(120)
    void runThatCannotBeRecordedDoubtsALevelThatSeemsToHold() throws Exception {
        Target h2 = Products.named("h2").orElseThrow().target(Wish.of("serializable"));

        RunResult run = run(
                Workload.append(), new Load(4, Duration.ofSeconds(100), Load.UNLIMITED), h2, SECOND, new Blocking());

        assertThat(VerdictText.line(run.judgement()))
                .startsWith(
                        "verdict: UNKNOWN · expected read-committed · not decided: the history could not be written: ");
        assertThat(run.exitCode()).isEqualTo(ExitCode.INTERNAL_ERROR);
    }

    /** A watcher that puts a file in the way of a segment, as soon as the directory is there. */
    private final class Blocking implements RunWatcher {

        @Override
        public void recording(RunHeader header) {
            try {
                Files.createFile(history().resolve("w0002-000002.seg"));
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }
    }
}
