package moirai.runs.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import moirai.history.HistoryFormatException;
import moirai.history.HistoryNotation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class CaseFormatTest {

    private static final Confirmation CONFIRMED = new Confirmation(
            Control.EXACT,
            StatementOrder.observed(Cases.writeSkew().history()),
            19,
            20,
            1,
            new Confirmation.Place("PostgreSQL 18.6", "repeatable-read"));

    static Stream<Case> everyKindIsReadBackAsItWas() {
        return Stream.of(
                Cases.writeSkew(), Cases.lostAppend(), Cases.writeSkew().with(CONFIRMED));
    }

    @ParameterizedTest
    @MethodSource
    void everyKindIsReadBackAsItWas(Case written) {
        String text = CaseFormat.format(written);

        Case read = CaseFormat.parse("case.json", text);

        assertThat(read.claim()).isEqualTo(written.claim());
        assertThat(read.origin()).isEqualTo(written.origin());
        assertThat(read.header()).isEqualTo(written.header());
        assertThat(read.confirmations()).isEqualTo(written.confirmations());
        assertThat(read.history().faults()).isEqualTo(written.history().faults());
        assertThat(HistoryNotation.format(read.history())).isEqualTo(HistoryNotation.format(written.history()));
        assertThat(CaseFormat.format(read)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            "moirai-case"       | "jepsen"             | format: 'jepsen'; expected 'moirai-case'
            "version" : 1       | "version" : 2        | version: 2; expected at most 1
            "version" : 1       | "version" : "1"      | version: "1"; expected a whole number
            "serializable"      | "serialisable"       | 'serialisable'; expected one of
            "G2-item"           | "G3"                 | claim.phenomenon: 'G3'; expected one of G0,
            "G2-item"           | "G0"                 | do not show G0, which is claimed; expected some that do
            "kind" : "forbidden"| "kind" : "maybe"     | claim.kind: 'maybe'; expected 'forbidden' or 'lost-append'
            r1=[]               | r1=(]                | history.transactions:1: 'r1=(] a2=7' does not start with
            "timed" : true      | "timed" : 1          | history.timed: 1; expected true or false
            "txn-count" : 20000 | "txn-count" : 1      | origin.txn-count: 1; expected a whole number from 2
            "seed" : "2a"       | "seed" : "xyz"       | origin.seed: 'xyz'; expected 1 to 16 hexadecimal digits
            "seed" : "2a",      | ~~                   | origin.seed: is missing; expected a text
            "exact"             | "tight"              | confirmations[0].control: 'tight'; expected one of exact
            "shown" : 19        | "shown" : 21         | confirmations[0].shown: 21, beside 1 unknown; expected no more
            "T0.1"              | "T0.9"               | confirmations[0].order: 'T0.0 T1.0 T0.9
            "T0.1"              | "begin"              | confirmations[0].order[2]: 'begin'; expected 'T0.0'
            "append"            | "ap\\u001b[2Jpend"   | origin.workload: 'ap?[2Jpend'; expected a text without control
            "argv" : [          | "argv" : 4, "x" : [  | origin.argv: 4; expected a list
            "version" : 1       | "version" : 1, "minimal" : "yes" | minimal: "yes"; expected true or false
            """)
    void whatIsWrongIsNamedWithWhatWouldBeAccepted(String there, String instead, String message) {
        String text = CaseFormat.format(Cases.writeSkew().with(CONFIRMED));
        assertThat(text).contains(there);

        assertThatThrownBy(() -> CaseFormat.parse("case.json", text.replace(there, instead)))
                .isInstanceOf(HistoryFormatException.class)
                .hasMessageStartingWith("case.json: ")
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @EnumSource
    void whetherItIsMinimalIsKeptWhateverHappensToIt(Minimality minimality) {
        Case skew = Cases.writeSkew();
        var written = new Case(skew.claim(), skew.history(), skew.origin(), minimality, List.of()).with(CONFIRMED);

        Case read = CaseFormat.parse("case.json", CaseFormat.format(written));

        assertThat(read.minimality()).isEqualTo(minimality);
        assertThat(CaseText.of(read).contains("\nminimal    " + minimality.text() + "\n"))
                .isEqualTo(minimality != Minimality.UNKNOWN);
    }

    @Test
    void noBeginningOfAFileIsACase() {
        String text = CaseFormat.format(Cases.writeSkew()).stripTrailing();

        for (int length = 0; length < text.length(); length++) {
            String cut = text.substring(0, length);
            assertThatThrownBy(() -> CaseFormat.parse("case.json", cut)).isInstanceOf(HistoryFormatException.class);
        }
    }

    @Test
    void whatIsNoFileOfTextIsRefused(@TempDir Path folder) throws IOException {
        Path binary = Files.write(folder.resolve("binary"), new byte[] {'{', (byte) 0xff, '}'});

        assertThatThrownBy(() -> CaseFormat.read(binary))
                .isInstanceOf(HistoryFormatException.class)
                .hasMessage(binary + ": is not UTF-8 text; expected a case as JSON");
        assertThatThrownBy(() -> CaseFormat.read(folder.resolve("none")))
                .isInstanceOf(HistoryFormatException.class)
                .hasMessageContaining("does not exist");
        assertThatThrownBy(() -> CaseFormat.read(folder))
                .isInstanceOf(HistoryFormatException.class)
                .hasMessageContaining("is not a file");
    }

    @Test
    void whateverIsWrittenIntoTheCommandACaseBringsNoConsent() {
        String text = CaseFormat.format(Cases.writeSkew())
                .replace(
                        "\"--db\", \"postgres\"",
                        "\"--allow-name\", \"prod\", \"--allow-superuser\", \"--shared-database\", \"--yes\","
                                + " \"--password\", \"file:/x\", \"--allow-name=prod\", \"--password=env:X\"");

        assertThat(CaseFormat.parse("case.json", text).origin().argv())
                .isEqualTo(List.of("run", "--isolation", "repeatable-read", "--seed", "2a"));
    }

    @Test
    void theOrderThatShowedItIsThatOfTheCase() {
        Case observed = Cases.writeSkew();
        var other = StatementOrder.FREE;

        assertThat(observed.order()).hasToString("T0.0 T1.0 T0.1 T1.1 T1.2 T0.2 T1.3 T0.3");
        assertThat(observed.with(CONFIRMED).order()).isEqualTo(CONFIRMED.order());
        assertThat(observed.with(new Confirmation(Control.NONE, other, 1, 1, 0, CONFIRMED.place()))
                        .order())
                .isEqualTo(observed.order());
    }
}
