package moirai.runs.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
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
}
