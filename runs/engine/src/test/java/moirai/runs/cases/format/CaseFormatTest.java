package moirai.runs.cases.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import moirai.history.HistoryFormatException;
import moirai.history.HistoryNotation;
import moirai.runs.cases.Case;
import moirai.runs.cases.CaseText;
import moirai.runs.cases.Cases;
import moirai.runs.cases.Confirmation;
import moirai.runs.cases.Control;
import moirai.runs.cases.HistoryCase;
import moirai.runs.cases.Minimality;
import moirai.runs.cases.PredictedCase;
import moirai.runs.cases.StatementOrder;
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

    private static final Confirmation CONFIRMED_FREELY = new Confirmation(
            Control.EXACT, StatementOrder.FREE, 1, 1, 0, new Confirmation.Place("H2 2.5.252", "read-committed"));

    static Stream<HistoryCase> everyKindIsReadBackAsItWas() {
        return Stream.of(
                Cases.writeSkew(),
                Cases.lostAppend(),
                Cases.lostAdd(),
                Cases.lostWrite(),
                Cases.writeSkew().confirmed(List.of(CONFIRMED)));
    }

    @ParameterizedTest
    @MethodSource
    void everyKindIsReadBackAsItWas(HistoryCase written) {
        String text = CaseFormat.format(written);

        var read = (HistoryCase) CaseFormat.parse("case.json", text);

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
            "version" : 2       | "version" : 3        | version: 3; expected at most 2
            "version" : 2       | "version" : "2"      | version: "2"; expected a whole number
            "kind" : "history"  | "kind" : "story"     | kind: 'story'; expected 'history', 'explored' or
            "serializable"      | "serialisable"       | 'serialisable'; expected one of
            "G2-item"           | "G3"                 | claim.phenomenon: 'G3'; expected one of G0,
            "G2-item"           | "G0"                 | do not show G0, which is claimed; expected some that do
            "kind" : "forbidden"| "kind" : "maybe"     | claim.kind: 'maybe'; expected 'forbidden', 'lost-append',
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
            "version" : 2       | "version" : 2, "minimal" : "yes" | minimal: "yes"; expected true or false
            """)
    void whatIsWrongIsNamedWithWhatWouldBeAccepted(String there, String instead, String message) {
        String text = CaseFormat.format(Cases.writeSkew().confirmed(List.of(CONFIRMED)));
        assertThat(text).contains(there);

        assertThatThrownBy(() -> CaseFormat.parse("case.json", text.replace(there, instead)))
                .isInstanceOf(HistoryFormatException.class)
                .hasMessageStartingWith("case.json: ")
                .hasMessageContaining(message);
    }

    static Stream<Case> aCaseWithoutAHistoryIsReadBackAsItWas() {
        return Stream.of(
                Cases.lostDeposit(),
                Cases.lostDeposit().replayed(CONFIRMED_FREELY),
                Cases.lostSale(),
                Cases.lostSale().replayed(CONFIRMED_FREELY).replayed(CONFIRMED_FREELY));
    }

    @ParameterizedTest
    @MethodSource
    void aCaseWithoutAHistoryIsReadBackAsItWas(Case written) {
        String text = CaseFormat.format(written);

        Case read = CaseFormat.parse("case.json", text);

        assertThat(read).isEqualTo(written);
        assertThat(read.fingerprint()).isEqualTo(written.fingerprint());
        assertThat(CaseFormat.format(read)).isEqualTo(text);
    }

    @Test
    void aReplayReplacesAnEarlierOneOfTheSamePlaceAndControl() {
        assertThat(Cases.lostSale()
                        .replayed(CONFIRMED_FREELY)
                        .replayed(CONFIRMED_FREELY)
                        .confirmations())
                .containsExactly(CONFIRMED_FREELY);
        assertThat(Cases.lostSale().product()).isEmpty();
        assertThat(Cases.lostSale().replayed(CONFIRMED_FREELY).product()).isEqualTo("h2");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            "broken-assertion"  | "maybe"            | claim.kind: 'maybe'; expected 'broken-assertion' or 'not-allowed'
            "level" : "causal"  | "level" : "../x"   | claim.level: '../x'; expected the name of a level
            "session" : 2       | "session" : 3      | transactions[2].session: 3; expected a whole number from 0 to 2
            "kind" : "write"    | "kind" : "scan"    | steps[6].kind: 'scan'; expected one of read, read-locking
            "from" : 1          | "from" : 2         | from: 2; expected a whole number from -1 to 1
            "committed"         | "gone"             | [0].outcome: 'gone'; expected 'committed' or 'aborted'
            "calls" : [ [       | "calls" : [ 4, [   | origin.calls: 4; expected a list
            """)
    void whatIsWrongInAnExecutionIsNamed(String there, String instead, String message) {
        assertRefused(Cases.lostDeposit(), there, instead, message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            "rows" : 2,           | "rows" : 9,        | origin.bounds: rows: 9; accepted: 1 to 7
            "loops" : 1           | "loops" : "1"      | origin.bounds.loops: "1"; expected a whole number
            "exact" : true,       | ~~                 | origin.exact: is missing
            "conflict" : "RW"     | "conflict" : "XX"  | anomaly.hops[0].conflict: 'XX'; expected WR
            "statement" : "i1"    | "statement" : "i9" | anomaly: no statement i9 in transaction sell
            "call" : 1,           | "call" : 7,        | anomaly: a call that is none; expected numbers from 0 to 1
            "stock" : 2           | "stock" : 0        | expected an anomaly of the file's program
            "transaction" : "sell"| "transaction" : "buy" | expected an anomaly of the file's program
            "cycle" : "T0         | "cycle" : "T1      | claim.cycle: 'T1 sell.
            """)
    void whatIsNoAnomalyOfItsProgramIsRefused(String there, String instead, String message) {
        assertRefused(Cases.lostSale(), there, instead, message);
    }

    @Test
    void aStepOfTheCycleIsOneOfTheCalls() {
        PredictedCase found = Cases.shop().cases().stream()
                .filter(one -> one.txns().contains("restock"))
                .findFirst()
                .orElseThrow();
        String changed =
                CaseFormat.format(found).replaceFirst("\"transaction\" : \"sell\"", "\"transaction\" : \"restock\"");

        assertThatThrownBy(() -> CaseFormat.parse("case.json", changed))
                .isInstanceOf(HistoryFormatException.class)
                .hasMessageContaining("is transaction 'restock'; expected 'sell', as in its scenario");
    }

    private static void assertRefused(Case written, String there, String instead, String message) {
        String text = CaseFormat.format(written);
        assertThat(text).contains(there);

        assertThatThrownBy(() -> CaseFormat.parse("case.json", text.replace(there, instead)))
                .isInstanceOf(HistoryFormatException.class)
                .hasMessageStartingWith("case.json: ")
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @EnumSource
    void whetherItIsMinimalIsKeptWhateverHappensToIt(Minimality minimality) {
        HistoryCase skew = Cases.writeSkew();
        var written = new HistoryCase(skew.claim(), skew.history(), skew.origin(), minimality, List.of())
                .confirmed(List.of(CONFIRMED));

        var read = (HistoryCase) CaseFormat.parse("case.json", CaseFormat.format(written));

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

        assertThat(((HistoryCase) CaseFormat.parse("case.json", text)).origin().argv())
                .isEqualTo(List.of("run", "--isolation", "repeatable-read", "--seed", "2a"));
    }

    @Test
    void theOrderThatShowedItIsThatOfTheCase() {
        HistoryCase observed = Cases.writeSkew();
        var other = StatementOrder.FREE;

        assertThat(observed.order()).hasToString("T0.0 T1.0 T0.1 T1.1 T1.2 T0.2 T1.3 T0.3");
        assertThat(observed.confirmed(List.of(CONFIRMED)).order()).isEqualTo(CONFIRMED.order());
        assertThat(observed.confirmed(List.of(new Confirmation(Control.NONE, other, 1, 1, 0, CONFIRMED.place())))
                        .order())
                .isEqualTo(observed.order());
    }
}
