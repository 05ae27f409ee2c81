package moirai.runs.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import moirai.analysis.durability.Durability;
import moirai.history.FaultEvent;
import moirai.history.FaultEvent.Phase;
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
                        org.assertj.core.groups.Tuple.tuple("kill n1", 10L, 30L),
                        org.assertj.core.groups.Tuple.tuple("pause n2", 20L, FaultBars.OPEN),
                        org.assertj.core.groups.Tuple.tuple("final-reads n1 n2", 50L, FaultBars.OPEN));
        assertThat(faults.during(30, 31)).containsExactly("kill n1", "pause n2");
        assertThat(faults.during(31, 60)).as("final reads are no fault").containsExactly("pause n2");
    }

    @Test
    void aJournalThatCannotBeReadIsSaidAndHidesNoFault() throws IOException {
        Files.writeString(run.resolve("faults.journal"), "nonsense\n");

        FaultBars faults = FaultBars.of(List.of(new FaultEvent(10, Phase.INJECTED, "kill", "n1")), run);

        assertThat(faults.journalTrouble()).contains("faults.journal", "nonsense");
        assertThat(faults.bars()).hasSize(1);
    }
}
