package moirai.runs.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import moirai.analysis.Checker;
import moirai.analysis.Findings;
import moirai.analysis.listappend.ListAppendChecker;
import moirai.generators.Workload;
import moirai.history.HistoryNotation;
import moirai.history.RunHeader;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;
import moirai.runs.EvidenceRule;
import moirai.runs.ExitCode;
import moirai.runs.Judgement;
import moirai.runs.RunProgress;
import moirai.runs.RunResult;
import moirai.runs.RunTotals;
import moirai.runs.latency.Latency;
import moirai.testing.Golden;
import org.junit.jupiter.api.Test;

/** The table in each of its forms, with every kind of cell. */
class MatrixReportsTest {

    private static final String LOST_UPDATE = """
            T0 s0 @10..90 r1=[] a1=7
            T1 s1 @20..60 r1=[] a1=8
            T2 s1 @95..99 r1=[8 7]
            T3 s2 fail @20..60 a2=1
            """;

    private static final String WRITE_SKEW = """
            T0 s0 @10..50 r1=[] a2=7
            T1 s1 @20..60 r2=[] a1=8
            T2 s0 @70..80 r1=[8] r2=[7]
            """;

    private static Row row(String isolation, String history, Checker checker, EvidenceRule rule) {
        var header = new RunHeader(
                new Seed(0x7f3a),
                Workload.append().toString(),
                isolation,
                "serializable",
                "PostgreSQL 18.6",
                Instant.EPOCH);
        Path directory = Path.of("store/postgres-matrix/20261121T120000.123Z-" + isolation);
        Judgement judgement = Judgement.of(HistoryNotation.parse(history), checker, IsolationLevel.SERIALIZABLE, rule);
        var run = new RunResult(
                directory,
                header,
                new RunTotals(
                        new RunProgress(Duration.ofSeconds(20), 3, 0, 0, 0, ""),
                        new Latency(0, 0, 0),
                        RunTotals.Sessions.atOnePlace(2, 0),
                        Instant.EPOCH,
                        Duration.ofSeconds(20)),
                judgement,
                judgement.exitCode(),
                new RunResult.Beside(
                        List.of("a note with <b> | and `"),
                        List.of(new RunResult.SmallCase(
                                "G2-item (write skew)", 2, directory.resolve("anomalies/9c1e4f03-G2-item-rw-rw")))));
        return new Row(isolation, List.of(new Measurement(run, Workload.append(), judgement.findings())));
    }

    private static Checker doubtful() {
        Map<Phenomenon, String> doubts = new EnumMap<>(Phenomenon.class);
        doubts.put(Phenomenon.G0, "the search reached its limit of steps");
        return history -> new Findings(3, 5, Map.of(), List.of(), Map.of(), doubts);
    }

    private static Matrix matrix() {
        return new Matrix(
                "embedded PostgreSQL",
                new Seed(0x7f3a),
                List.of(Workload.append().toString()),
                List.of(
                        row("read-committed", LOST_UPDATE, new ListAppendChecker(), EvidenceRule.NONE),
                        row("repeatable-read", LOST_UPDATE, new ListAppendChecker(), EvidenceRule.NONE),
                        row("serializable", WRITE_SKEW, new ListAppendChecker(), EvidenceRule.DEFAULT),
                        row("a-level-whose-name-is-longer", WRITE_SKEW, doubtful(), EvidenceRule.NONE)),
                List.of("another"),
                "moirai matrix --db postgres --seed 7f3a");
    }

    @Test
    void textIsAsAgreedAndFitsATerminal() {
        String text = MatrixText.of(matrix());

        Golden.assertMatches("matrix.txt", text);
        assertThat(text.lines().filter(line -> !line.contains("store/")))
                .allMatch(line -> line.codePointCount(0, line.length()) <= 80);
    }

    @Test
    void markdownIsAsAgreed() {
        Golden.assertMatches("matrix.md", MatrixMarkdown.of(matrix()));
    }

    /** Words say what colours say, and what comes from a run is no markup. */
    @Test
    void pageNamesEachKindOfCellInWordsAndNeedsNothingElse() {
        String page = MatrixPage.of(matrix());

        assertThat(page)
                .contains("<td class=\"forbidden\" data-column=\"P4\">shown, ")
                .contains(", FORBIDDEN</td>")
                .contains("not seen</td>")
                .contains("insufficient evidence</td>")
                .contains("not decided</td>")
                .contains("not looked for</td>")
                .contains("a note with &lt;b&gt; | and `")
                .contains("default-src 'none'")
                .contains("<p>not measured: another</p>")
                .doesNotContain("<script", "src=", "href=\"http", "url(", "{head}", "{rows}", "{details}", "{again}");
        assertThat(page.split("<tr>", -1)).hasSize(1 + 1 + matrix().rows().size());
    }

    @Test
    void jsonHasEachCellWithItsState() throws IOException {
        JsonNode json = new ObjectMapper().readTree(MatrixJson.of(matrix()));

        JsonNode broken = json.at("/rows/1");
        assertThat(broken.at("/documented").asText()).isEqualTo("snapshot-isolation");
        assertThat(broken.at("/cells/P4/state").asText()).isEqualTo("shown");
        assertThat(broken.at("/cells/P4/forbidden").asBoolean()).isTrue();
        assertThat(broken.at("/exit-code").asInt()).isEqualTo(1);
        assertThat(json.at("/rows/0/cells/P4/forbidden").asBoolean(true)).isFalse();
        assertThat(json.at("/rows/0/cells/G2/state").asText()).isEqualTo("not looked for");
        assertThat(json.at("/rows/3/cells/G0/why").asText()).contains("limit of steps");
        assertThat(json.at("/exit-code").asInt()).isEqualTo(1);
    }

    @Test
    void theExitNamesTheLevelsAndWhatIsUndecidedThere() {
        var open = new Matrix(
                "PostgreSQL",
                new Seed(7),
                List.of(),
                List.of(
                        row("read-committed", LOST_UPDATE, new ListAppendChecker(), EvidenceRule.NONE),
                        row("serializable", WRITE_SKEW, doubtful(), EvidenceRule.NONE)),
                List.of(),
                "");

        assertThat(MatrixText.exit(open, open.exitCode()))
                .isEqualTo("exit 2 (unknown), because of serializable (~ at G0, OTV)\n");
        assertThat(MatrixText.exit(matrix(), ExitCode.INVALID))
                .startsWith("exit 1 (invalid), because of repeatable-read");
        assertThat(MatrixText.exit(open, ExitCode.VALID)).isEqualTo("exit 0 (valid)\n");
    }

    @Test
    void theDocumentedLevelDecidesTheExitCode() {
        List<Row> rows = matrix().rows();

        assertThat(rows.get(0).exitCode()).isEqualTo(ExitCode.VALID);
        assertThat(rows.get(1).exitCode()).isEqualTo(ExitCode.INVALID);
        assertThat(rows.get(1).broken()).contains(Phenomenon.LOST_UPDATE);
    }
}
