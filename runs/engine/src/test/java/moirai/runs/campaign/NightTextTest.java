package moirai.runs.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import moirai.runs.ExitCode;
import moirai.runs.campaign.changes.AssessedNight;
import moirai.testing.Golden;
import org.junit.jupiter.api.Test;

class NightTextTest {

    @Test
    void aKnownFailureIsCountedAsKnown() {
        AssessedNight assessed = SampleNights.ninth();

        String text = NightText.summary(assessed.night(), Path.of("store"), assessed::accepted);

        assertThat(text).contains("7 cells: 2 valid, 1 crashed, 1 invalid, 1 known, 1 not started, 1 threshold");
        Golden.assertMatches("night.txt", text);
    }

    @Test
    void aCanaryThatFoundItsBugIsNotCalledValid() {
        assertThat(NightText.word(SampleNights.result("canary db=memory:lost-update", 9, List.of())))
                .isEqualTo("found its bug");
        assertThat(NightText.word("canary db=h2", ExitCode.INVALID, "VALID", false))
                .isEqualTo("invalid");
        assertThat(NightText.word("db=h2", ExitCode.INVALID, "VALID", true)).isEqualTo("threshold missed");
        assertThat(NightText.word("db=h2", ExitCode.INVALID, "INVALID", true)).isEqualTo("invalid");
    }
}
