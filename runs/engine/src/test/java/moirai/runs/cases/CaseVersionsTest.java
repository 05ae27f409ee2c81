package moirai.runs.cases;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.stream.IntStream;
import java.util.stream.Stream;
import moirai.history.HistoryNotation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

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
        Case read = CaseFormat.read(file);

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
        Case skew = Cases.writeSkew();
        return Stream.of(
                skew,
                new Case(skew.claim(), skew.history(), skew.origin(), Minimality.MINIMAL, List.of()),
                skew.with(new Confirmation(Control.EXACT, skew.order(), 20, 20, 0, place)),
                skew.with(new Confirmation(Control.NONE, StatementOrder.FREE, 0, 20, 20, place)),
                Cases.lostAppend());
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
                text.replace("\"version\" : 1", "\"version\" : 1, \"minimal\" : 1"),
                text.replace("\"2a\"", "42"))) {
            assertThat(schema().validate(JSON.readTree(broken))).as(broken).isNotEmpty();
        }
    }

    @Test
    void theNewestVersionIsWhatIsWritten() throws IOException {
        Case read = CaseFormat.read(FOLDER.resolve("case-" + CaseFormat.VERSION + ".json"));

        assertThat(CaseFormat.format(read))
                .isEqualTo(Files.readString(FOLDER.resolve("case-" + CaseFormat.VERSION + ".json")));
    }
}
