package moirai.analysis.judged;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import moirai.analysis.durability.AcknowledgedAppends;
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
            moirai judged, version 2
            proven 39723000000000 counted 39724000000000
            evidence overlapping 120 versions 4711 contended 90
            open strict-serializable
            forgotten 0-88 91-120
            acknowledged all
            appends 0 ffffffff*88 7f
            appends 91 0 8000000000000001
            doubt G2-item a key was used again
            shape 12 from 5000 to 9000 G-single rw-wr proves G2-item,G-single pattern lost update
            witnesses
            T0 s0 ok @5..9 r1=[1 2] a2=7
            """;

    private static AcknowledgedAppends appends(String text) {
        return JudgedText.acknowledged("judged.txt", text).orElseThrow();
    }

    private static JudgedBefore parse(String text) {
        return JudgedText.parse("judged.txt", text, RunHeader.NONE);
    }

    @Test
    void textIsThatOfTheJudgementThatWasRead() {
        String once = JudgedText.of(parse(TEXT), appends(TEXT));

        assertThat(JudgedText.of(parse(once), appends(once))).isEqualTo(once).hasLineCount((int)
                TEXT.lines().count());
        assertThat(once).contains("acknowledged all\nappends 0 ffffffff*88 7f\nappends 91 0 8000000000000001\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"99999999999999999999", "-99999999999999999999", "x", ""})
    void noNumberIsReadAsSomethingElse(String instead) {
        Pattern numbers = Pattern.compile("(?<![-\\w])\\d+(?!\\w)");
        String before = TEXT.substring(0, TEXT.indexOf("witnesses"));
        for (MatchResult number : numbers.matcher(before).results().toList()) {
            String damaged = TEXT.substring(0, number.start()) + instead + TEXT.substring(number.end());
            assertThatThrownBy(() -> {
                        parse(damaged);
                        appends(damaged);
                    })
                    .isInstanceOf(HistoryFormatException.class)
                    .hasMessageMatching("judged.txt(:\\d+)?: .*expected .*");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            proven 39723000000000 | proven 9223372036854775808 | 2: '9223372036854775808': expected as a time a whole
            overlapping 120       | overlapping 2147483648     | 3: '2147483648': expected as a count a whole number
            open strict           | open strictly              | 4: 'strictly-serializable': expected one of
            91-120                | 91-90                      | 5: '90': expected as the last key a whole number
            91-120                | 91                         | 5: '91': expected the first and the last key
            doubt G2-item         | doubt G7                   | 9: 'G7': expected one of G0,
            proves G2-item        | proves G7                  | 10: 'G7': expected one of G0,
            shape 12              | shape 0                    | 10: '0': expected as a count a whole number from 1
            forgotten             | forgiven                   | 5: 'forgiven 0-88 91-120': expected a line that begins
            T0 s0                 | T0 s99999999999            | 12: '99999999999' is not a number of 32 bits
            """)
    void errorNamesTheLineTheValueAndWhatIsAccepted(String part, String instead, String message) {
        String damaged = TEXT.replace(part, instead);

        assertThatThrownBy(() -> parse(damaged))
                .isInstanceOf(HistoryFormatException.class)
                .hasMessageStartingWith("judged.txt:" + message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            acknowledged all | acknowledged some | 6: 'acknowledged some': expected 'acknowledged all' or
            ffffffff*88      | ffffffff*1        | 7: '1': expected as a count a whole number from 2 to 1000
            ffffffff*88      | fffffffg          | 7: 'fffffffg': expected as elements up to 16 hexadecimal digits
            appends 0        | appends x         | 7: 'x': expected as a key a whole number
            appends 91 0 8   | appends 9         | 8: 'appends 9000000000000001': expected 'appends KEY BITS'
            """)
    void errorInAppendsNamesTheLineToo(String part, String instead, String message) {
        String damaged = TEXT.replace(part, instead);

        assertThatThrownBy(() -> appends(damaged))
                .isInstanceOf(HistoryFormatException.class)
                .hasMessageStartingWith("judged.txt:" + message);
    }

    @Test
    void partOfTheAppendsIsKnownAsAPart() {
        assertThat(appends(TEXT).isWhole()).isTrue();
        assertThat(appends(TEXT.replace("acknowledged all", "acknowledged part"))
                        .isWhole())
                .isFalse();
    }

    /** A version before did not note them. */
    @Test
    void judgementOfVersionOneHasNoAppends() {
        String before = TEXT.replace("version 2", "version 1").replaceAll("(acknowledged|appends) .*\n", "");

        assertThat(parse(before).reach().provenNanos()).isEqualTo(39_723_000_000_000L);
        assertThat(JudgedText.acknowledged("judged.txt", before)).isEmpty();
    }

    /** A reason may be a message of another program. */
    @Test
    void reasonOfSeveralLinesBecomesOne() {
        JudgedBefore judged = parse(TEXT);
        var doubts = new EnumMap<>(Map.of(Phenomenon.G0, "it failed:\r\nno\rwitnesses\n"));

        String text = JudgedText.of(
                new JudgedBefore(
                        judged.reach(),
                        judged.evidence(),
                        new JudgedBefore.Undecided(doubts, Set.of()),
                        List.of(),
                        List.of(),
                        judged.witnesses()),
                new AcknowledgedAppends());

        assertThat(parse(text).undecided().doubts()).containsEntry(Phenomenon.G0, "it failed: no witnesses ");
    }
}
