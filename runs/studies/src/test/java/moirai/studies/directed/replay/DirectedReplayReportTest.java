package moirai.studies.directed.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class DirectedReplayReportTest {

    @Test
    void eachAnomalyOfVoterIsCountedOnce() throws Exception {
        assertThat(DirectedReplayReport.line(ReplayedProgram.VOTER, Path.of("../..")))
                .containsPattern("^voter \\| 7 \\| 3 \\| 0 \\| 4 \\| 0 \\| 0 \\| 0 \\| [0-9]+, [0-9]+$");
    }

    @Test
    void anAccountIsOverdrawn() throws Exception {
        assertThat(DirectedReplayReport.line(ReplayedProgram.WITHDRAWAL, Path.of("../..")))
                .containsPattern("^withdrawal \\| 2 \\| ");
    }

    @Test
    void anAccountIsOverdrawnByItsOwnMethod() throws Exception {
        assertThat(new CodeReplayReport(Path.of("../..")).line(ReplayedProgram.WITHDRAWAL))
                .containsPattern("^withdrawal \\| 2 \\| 0 \\| 2 \\| 0 \\| 0 \\| 0 \\| [0-9]+$");
    }
}
