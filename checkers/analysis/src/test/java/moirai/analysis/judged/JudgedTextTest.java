package moirai.analysis.judged;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import moirai.history.HistoryFormatException;
import moirai.history.RunHeader;
import moirai.history.level.Phenomenon;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts behind a checksum that fits. */
class JudgedTextTest {

    private static final String TEXT = """
            moirai judged, version 1
            proven 39723000000000 counted 39724000000000
            evidence overlapping 120 versions 4711 contended 90
            open strict-serializable
            forgotten 0-88 91-120
            doubt G2-item a key was used again
            shape 12 from 5000 to 9000 G-single rw-wr proves G2-item,G-single pattern lost update
            witnesses
            T0 s0 ok @5..9 r1=[1 2] a2=7
            """;

    private static JudgedBefore parse(String text) {
        return JudgedText.parse("judged.txt", text, RunHeader.NONE);
    }

    @Test
    void textIsThatOfTheJudgementThatWasRead() {
        String once = JudgedText.of(parse(TEXT));

        assertThat(JudgedText.of(parse(once))).isEqualTo(once).hasLineCount((int)
                TEXT.lines().count());
    }

    @ParameterizedTest
    @ValueSource(strings = {"99999999999999999999", "-99999999999999999999", "x", ""})
    void noNumberIsReadAsSomethingElse(String instead) {
        Pattern numbers = Pattern.compile("(?<![-\\w])\\d+(?!\\w)");
        String before = TEXT.substring(0, TEXT.indexOf("witnesses"));
        for (MatchResult number : numbers.matcher(before).results().toList()) {
            String damaged = TEXT.substring(0, number.start()) + instead + TEXT.substring(number.end());
            assertThatThrownBy(() -> parse(damaged))
                    .isInstanceOf(HistoryFormatException.class)
                    .hasMessageMatching("judged.txt:?[2-7]?: .*expected .*");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            proven 39723000000000 | proven 9223372036854775808 | 2: '9223372036854775808': expected as a time a whole
            overlapping 120       | overlapping 2147483648     | 3: '2147483648': expected as a count a whole number
            open strict           | open strictly              | 4: 'strictly-serializable': expected one of
            91-120                | 91-90                      | 5: '90': expected as the last key a whole number from 91
            91-120                | 91                         | 5: '91': expected the first and the last key
            doubt G2-item         | doubt G7                   | 6: 'G7': expected one of G0,
            proves G2-item        | proves G7                  | 7: 'G7': expected one of G0,
            shape 12              | shape 0                    | 7: '0': expected as a count a whole number from 1
            forgotten             | forgiven                   | 5: 'forgiven 0-88 91-120': expected a line that begins
            T0 s0                 | T0 s99999999999            | 9: '99999999999' is not a number of 32 bits
            """)
    void errorNamesTheLineTheValueAndWhatIsAccepted(String part, String instead, String message) {
        String damaged = TEXT.replace(part, instead);

        assertThatThrownBy(() -> parse(damaged))
                .isInstanceOf(HistoryFormatException.class)
                .hasMessageStartingWith("judged.txt:" + message);
    }

    /** A reason may be a message of another program. */
    @Test
    void reasonOfSeveralLinesBecomesOne() {
        JudgedBefore judged = parse(TEXT);
        var doubts = new EnumMap<>(Map.of(Phenomenon.G0, "it failed:\r\nno\rwitnesses\n"));

        String text = JudgedText.of(new JudgedBefore(
                judged.reach(),
                judged.evidence(),
                new JudgedBefore.Undecided(doubts, Set.of()),
                List.of(),
                List.of(),
                judged.witnesses()));

        assertThat(parse(text).undecided().doubts()).containsEntry(Phenomenon.G0, "it failed: no witnesses ");
    }
}
