package moirai.runs.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import moirai.analysis.durability.Durability;
import moirai.history.FaultEvent;
import moirai.history.FaultEvent.Phase;
import moirai.nemesis.faults.FaultJournal;
import moirai.nemesis.faults.FaultNews;
import moirai.nemesis.faults.FaultStep;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FaultBarsTest {

    @TempDir
    private Path run;

    @Test
    void aFaultLastsUntilItIsHealedAndOneThatIsNotForEver() {
        FaultBars faults = FaultBars.of(
                List.of(
                        new FaultEvent(10, Phase.INJECTED, "kill", "n1"),
                        new FaultEvent(20, Phase.INJECTED, "pause", "n2"),
                        new FaultEvent(30, Phase.HEALED, "kill", "n1"),
                        new FaultEvent(50, Phase.INJECTED, Durability.FINAL_READS, "n1 n2")),
                run);

        assertThat(faults.bars())
                .extracting(bar -> bar.span().name(), FaultBars.Bar::from, FaultBars.Bar::to)
                .containsExactly(
                        tuple("kill n1", 10L, 30L),
                        tuple("pause n2", 20L, FaultBars.OPEN),
                        tuple("final-reads n1 n2", 50L, FaultBars.OPEN));
        assertThat(faults.during(30, 31)).containsExactly("kill n1", "pause n2");
        assertThat(faults.during(31, 60)).as("final reads are no fault").containsExactly("pause n2");
    }

    /** The history says when the fault ended, and the journal when its nodes were ready again. */
    @Test
    void theJournalTellsWhenNodesWereReadyAgain() throws IOException {
        Path file = run.resolve(FaultJournal.NAME);
        try (FaultJournal journal = FaultJournal.create(file, "r")) {
            for (FaultStep step : List.of(FaultStep.INTENT, FaultStep.INJECTED, FaultStep.HEALED, FaultStep.READY)) {
                journal.write(
                        new FaultNews(
                                1, step, 10L * (1 + List.of(FaultStep.values()).indexOf(step)), "kill", "n1", ""),
                        List.of());
            }
        }
        FaultBars faults = FaultBars.of(
                List.of(
                        new FaultEvent(20, Phase.INJECTED, "kill", "n1"),
                        new FaultEvent(30, Phase.HEALED, "kill", "n1"),
                        new FaultEvent(90, Phase.INJECTED, "kill", "n2")),
                run);

        assertThat(faults.bars())
                .extracting(FaultBars.Bar::intent, FaultBars.Bar::ready)
                .containsExactly(tuple(10L, 50L), tuple(FaultBars.OPEN, FaultBars.OPEN));
    }

    @Test
    void aJournalThatCannotBeReadIsSaidAndHidesNoFault() throws IOException {
        Files.writeString(run.resolve("faults.journal"), "nonsense\n");

        FaultBars faults = FaultBars.of(List.of(new FaultEvent(10, Phase.INJECTED, "kill", "n1")), run);

        assertThat(faults.journalTrouble()).contains("faults.journal", "nonsense");
        assertThat(faults.bars()).hasSize(1);
    }
}
