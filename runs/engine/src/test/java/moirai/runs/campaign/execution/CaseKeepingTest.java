package moirai.runs.campaign.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import moirai.runs.StopRequest;
import moirai.runs.campaign.CampaignStore;
import moirai.runs.campaign.Cell;
import moirai.runs.campaign.CellResult;
import moirai.runs.campaign.End;
import moirai.runs.campaign.Figures;
import moirai.runs.campaign.KeptCase;
import moirai.runs.campaign.Night;
import moirai.runs.campaign.NightDirectory;
import moirai.runs.campaign.changes.AssessedNight;
import moirai.runs.campaign.changes.KnownFailures;
import moirai.runs.cases.Cases;
import moirai.runs.corpus.Corpus;
import moirai.runs.emission.CaseFiles;
import moirai.runs.store.RunDirectory;
import moirai.runs.store.StoredShape;
import moirai.runs.teeth.TeethReport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Replays are shell scripts here, which confirm nothing. */
@Timeout(60)
class CaseKeepingTest {

    private static final Cell CELL = new Cell(Map.of("db", "h2"), List.of("--db", "h2"), List.of(), 60, false);
    private static final String RUN = "h2-1/20261129T021501.000Z";

    @TempDir
    private Path store;

    private final StopRequest stop = new StopRequest();

    @BeforeEach
    void keepACaseOfWriteSkew() throws IOException {
        CaseFiles.write(new RunDirectory(store.resolve(RUN)).anomalies(), Cases.writeSkew());
    }

    private List<KeptCase> kept(String phenomenon, String script, Duration share) throws InterruptedException {
        var shape = new StoredShape("33af-" + phenomenon + "-rw-rw-ww", phenomenon, "write skew", 1, false, true);
        var result = new CellResult(
                CELL.name(),
                new CellResult.Ending(End.JUDGED, 1, "INVALID", List.of(), ""),
                RUN,
                List.of(shape),
                Figures.NONE,
                TeethReport.NONE,
                new CellResult.Took("", 1));
        String id = "20261129T021500.000Z";
        var night = new Night(
                new Night.Identity(id, "c", "2026-11-29T02:15:00Z", "v", "d", ""), List.of(CELL), List.of(result));
        var directory = new NightDirectory(new CampaignStore(store).folder("c").resolve(id));
        if (!directory.hasBegun()) {
            directory.begin(night, "");
        }
        List<KeptCase> kept = new CaseKeeping(
                        directory, store, corpus(), arguments -> List.of("sh", "-c", script), stop)
                .run(new AssessedNight(night, List.of(), KnownFailures.NONE), share);
        assertThat(directory.cases()).isEqualTo(kept);
        return kept;
    }

    private Corpus corpus() {
        return new Corpus(store.resolve("corpus"));
    }

    /** A JVM that cannot start ends with 1 too, and has confirmed nothing. */
    @Test
    void onlyACaseThatAReplayConfirmedIsKept() throws Exception {
        assertThat(kept("G2-item", "echo 'SHOWN      x'; exit 1", Duration.ofMinutes(1)))
                .singleElement()
                .satisfies(kept -> assertThat(kept.isShown()).isFalse())
                .satisfies(kept -> assertThat(kept.outcome()).matches("the replay ended after \\d s: SHOWN x"));
        assertThat(corpus().entries()).isEmpty();
    }

    /** A process that was killed removes nothing itself. */
    @Test
    void whatAReplayLeavesIsRemoved() throws Exception {
        kept(
                "G2-item",
                "mkdir $MOIRAI_SCRATCH/run && echo x >$MOIRAI_SCRATCH/run/history && kill -9 $$",
                Duration.ofMinutes(1));

        try (Stream<Path> files = Files.walk(store.resolve("campaigns"))) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .noneMatch(name -> name.startsWith("scratch-") || name.equals("history"))
                    .anyMatch(name -> name.contains("G2-item"));
        }
    }

    @Test
    void whatHasAResultIsNotReplayedAgain() throws Exception {
        Path replays = store.resolve("replays");
        String script = "echo x >>" + replays + "; exit 0";

        kept("G2-item", script, Duration.ofMinutes(1));
        kept("G2-item", script, Duration.ofMinutes(1));

        assertThat(Files.readString(replays)).isEqualTo("x\n");
    }

    @Test
    void noReplayBeginsAfterItsTime() throws Exception {
        assertThat(kept("G2-item", "exit 9", Duration.ZERO))
                .extracting(KeptCase::outcome)
                .containsExactly(KeptCase.SPENT);
    }

    /** The name of one phenomenon is the beginning of another's. */
    @Test
    void aCaseOfAnotherPhenomenonIsNoCaseOfIt() throws Exception {
        assertThat(kept("G2", "exit 1", Duration.ofMinutes(1)))
                .extracting(KeptCase::outcome)
                .containsExactly("its run has no case of it");
    }

    @Test
    void aStoppedNightLeavesWhatIsOpenToTheNextPart() throws Exception {
        stop.ask("test");

        assertThat(kept("G2-item", "exit 1", Duration.ofMinutes(1))).isEmpty();
    }
}
