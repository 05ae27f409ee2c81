package moirai.runs.cases.format;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import moirai.history.HistoryNotation;
import moirai.runs.cases.Case;
import moirai.runs.cases.Cases;
import moirai.runs.cases.Claim;
import moirai.runs.cases.Confirmation;
import moirai.runs.cases.Control;
import moirai.runs.cases.ExploredCase;
import moirai.runs.cases.HistoryCase;
import moirai.runs.cases.Minimality;
import moirai.runs.cases.PredictedCases;
import moirai.runs.cases.StatementOrder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files of every version that was ever written are read; a new version adds a file here, and changes none. */
class CaseVersionsTest {

    private static final Path FOLDER = Path.of("src/test/resources/cases");
    private static final ObjectMapper JSON = new ObjectMapper();

    private static JsonSchema schema() throws IOException {
        String name = "case-" + CaseFormat.VERSION + ".schema.json";
        try (InputStream in = CaseFormat.class.getResourceAsStream(name)) {
            assertThat(in).as(name).isNotNull();
            return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                    .getSchema(JSON.readTree(in));
        }
    }

    static Stream<Path> aCaseOfEachVersionIsStillRead() {
        return IntStream.rangeClosed(1, CaseFormat.VERSION)
                .mapToObj(version -> FOLDER.resolve("case-" + version + ".json"));
    }

    @ParameterizedTest
    @MethodSource
    void aCaseOfEachVersionIsStillRead(Path file) {
        var read = (HistoryCase) CaseFormat.read(file);

        assertThat(read.claim().label()).isEqualTo("G2-item");
        assertThat(HistoryNotation.format(read.history())).isEqualTo("""
                T0 s3 ok @1000..9000 r1=[] a2=7
                T1 s5 ok @2000..8000 r2=[] a1=8
                """);
        assertThat(read.origin().product()).isEqualTo("postgres");
        assertThat(read.confirmations()).singleElement().satisfies(confirmation -> {
            assertThat(confirmation.shown()).isEqualTo(19);
            assertThat(confirmation.attempts()).isEqualTo(20);
        });
    }

    static Stream<Case> whatIsWrittenKeepsToTheSchema() {
        var place = new Confirmation.Place("PostgreSQL 18.6", "repeatable-read");
        HistoryCase skew = Cases.writeSkew();
        return Stream.of(
                skew,
                new HistoryCase(skew.claim(), skew.history(), skew.origin(), Minimality.MINIMAL, List.of()),
                skew.confirmed(List.of(new Confirmation(Control.EXACT, skew.order(), 20, 20, 0, place))),
                skew.confirmed(List.of(new Confirmation(Control.NONE, StatementOrder.FREE, 0, 20, 20, place))),
                Cases.lostAppend(),
                Cases.lostDeposit(),
                Cases.lostDeposit().replayed(new Confirmation(Control.EXACT, StatementOrder.FREE, 1, 1, 0, place)),
                robust(),
                Cases.lostSale(),
                Cases.lostSale().replayed(new Confirmation(Control.EXACT, StatementOrder.FREE, 1, 1, 0, place)));
    }

    private static ExploredCase robust() {
        ExploredCase found = Cases.lostDeposit();
        return new ExploredCase(
                new Claim.NotAllowed("serializable", "causal"),
                new ExploredCase.Source(
                        "mine", "a client\nof two lines\n", found.source().calls()),
                found.txns(),
                found.excludedBy(),
                Minimality.MINIMAL,
                List.of());
    }

    @ParameterizedTest
    @MethodSource
    void whatIsWrittenKeepsToTheSchema(Case written) throws IOException {
        JsonNode tree = JSON.readTree(CaseFormat.format(written));

        assertThat(schema().validate(tree)).isEmpty();
    }

    @Test
    void theSchemaRefusesWhatIsNoCase() throws IOException {
        String text = CaseFormat.format(Cases.writeSkew());

        for (String broken : List.of(
                "{}",
                text.replace("moirai-case", "case"),
                text.replace("\"forbidden\"", "\"maybe\""),
                text.replace("T0 s3", "s3"),
                text.replace("\"version\" : 2", "\"version\" : 2, \"minimal\" : 1"),
                text.replace("\"2a\"", "42"))) {
            assertThat(schema().validate(JSON.readTree(broken))).as(broken).isNotEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-explored", "-predicted"})
    void theNewestVersionIsWhatIsWritten(String kind) throws IOException {
        Path file = FOLDER.resolve("case-" + CaseFormat.VERSION + kind + ".json");

        assertThat(CaseFormat.format(CaseFormat.read(file))).isEqualTo(Files.readString(file));
    }

    @Test
    void whatExplorationWroteBeforeIsTheSameCase() {
        ExploredCase read = Cases.lostDeposit();

        assertThat(read).isEqualTo(CaseFormat.read(FOLDER.resolve("case-2-explored.json")));
        assertThat(read.claim())
                .isEqualTo(new Claim.BrokenAssertion("A13: the accounts hold 10000.00 instead of 10100.00", "causal"));
        assertThat(read.source().calls()).isEqualTo(List.of(List.of("deposit"), List.of("send payment")));
        assertThat(read.excludedBy()).containsExactly("parallel-snapshot-isolation");
        assertThat(read.txns()).hasSize(3).last().satisfies(txn -> {
            assertThat(txn.session()).isEqualTo(2);
            assertThat(txn.failure()).startsWith("A13");
        });
    }

    @Test
    void whatTheAnalysisWroteBeforeIsTheSameCases() {
        PredictedCases read = Cases.shop();

        assertThat(read.title()).isEqualTo("shop at RC");
        assertThat(read.cases()).hasSize(4).first().isEqualTo(CaseFormat.read(FOLDER.resolve("case-2-predicted.json")));
        assertThat(read.cases()).extracting(Case::fingerprint).doesNotHaveDuplicates();
        assertThat(AnalysisFormat.parse("again", AnalysisFormat.format(read), name -> Cases.lostSale()))
                .isEqualTo(read);
    }

    @Test
    void anAnalysisNamesTheFoldersOfItsCases() {
        PredictedCases read = Cases.shop();
        Map<String, Case> folders = read.cases().stream()
                .collect(Collectors.toMap(one -> one.fingerprint().toString(), one -> one));

        assertThat(AnalysisFormat.parse(
                        "again", AnalysisFormat.formatNames(read), name -> requireNonNull(folders.get(name))))
                .isEqualTo(read);
        assertThatThrownBy(() ->
                        AnalysisFormat.parse("again", AnalysisFormat.formatNames(read), name -> Cases.writeSkew()))
                .hasMessage("again: cases[0]: is a case of another kind; expected one that was predicted");
    }
}
