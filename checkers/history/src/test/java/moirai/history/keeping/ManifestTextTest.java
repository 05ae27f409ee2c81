package moirai.history.keeping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import moirai.history.HistoryFormatException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts behind a checksum that fits. */
class ManifestTextTest {

    private static final String TEXT = """
            moirai segments dropped, version 2
            policy 2h,anomalies,faults
            until 39600000000000 proven 39723000000000
            gone 180000 committed 2300 aborted 40 indeterminate, sessions below 52, keys below 90210
            writer 3 segments 1 to 14 with 182340 transactions of the writer up to there
            writer 3 segments 16 to 17 with 190000 transactions of the writer up to there
            """;

    @Test
    void textIsThatOfTheManifestThatWasRead() {
        assertThat(ManifestText.of(ManifestText.parse("manifest.txt", TEXT))).isEqualTo(TEXT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"99999999999999999999", "-99999999999999999999", "x", ""})
    void noPartIsReadAsSomethingElse(String instead) {
        for (MatchResult number :
                Pattern.compile("\\d+").matcher(TEXT).results().toList()) {
            String damaged = TEXT.substring(0, number.start()) + instead + TEXT.substring(number.end());
            if (!damaged.contains("policy " + instead)) {
                assertThatThrownBy(() -> ManifestText.parse("manifest.txt", damaged))
                        .isInstanceOf(HistoryFormatException.class)
                        .hasMessageMatching("manifest.txt:[1-6]: '.*': expected .*");
            }
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            until 39600000000000 | until 9223372036854775808 | 3: '9223372036854775808': expected as a time
            segments 1 to 14     | segments 0 to 14          | 5: '0': expected as the first segment a whole number
            segments 1 to 14     | segments 15 to 14         | 5: '14': expected as the last segment a whole number
            segments 16 to 17    | segments 14 to 17         | 6: '14': expected as the first segment a whole number
            version 2            | version 3                 | 1: 'moirai segments dropped, version 3': expected
            """)
    void errorNamesTheLineTheValueAndWhatIsAccepted(String part, String instead, String message) {
        String damaged = TEXT.replace(part, instead);

        assertThatThrownBy(() -> ManifestText.parse("manifest.txt", damaged))
                .isInstanceOf(HistoryFormatException.class)
                .hasMessageStartingWith("manifest.txt:" + message);
    }

    @Test
    void textThatEndsEarlyIsRefused() {
        assertThatThrownBy(() -> ManifestText.parse("manifest.txt", TEXT.substring(0, TEXT.indexOf("until"))))
                .isInstanceOf(HistoryFormatException.class)
                .hasMessage("manifest.txt:3: '': expected 'until NANOS proven NANOS'");
    }
}
