package moirai.formats.jepsen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import moirai.formats.HistoryFormat;
import moirai.history.History;
import moirai.history.HistoryFormatException;
import moirai.history.HistoryNotation;
import moirai.history.export.EdnExport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files whose last operation is cut short, read as {@code --accept-cut} asks, and files of which more is missing. */
class CutFilesTest {

    private static final Reading CUT = new Reading("", Keys.UNSAID, false, true);
    private static final Reading UNASKED = new Reading("", Keys.UNSAID, false, false);

    @TempDir
    private Path folder;

    private static List<String> lines(Path file) {
        return HistoryNotation.format(HistoryFormat.EDN.read(file, CUT)).lines().toList();
    }

    @Test
    void aLastOperationThatIsCutIsLeftOutIfAskedTo() throws IOException {
        Path file = Files.writeString(
                folder.resolve("h.edn"), "{:type :ok, :process 0, :value [[:append 1 1]]}\n{:type :ok, :proc");

        History history = HistoryFormat.EDN.read(file, CUT);

        assertThat(history.txnCount()).isEqualTo(1);
        assertThat(history.isComplete()).isFalse();
    }

    /** A bracket or quote that is missing in the middle would leave out all operations behind it. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{:type :ok, :process 0, :value [[:append 1 2]]",
                "{:type :ok, :process 0, :error \"gone, :value [[:append 1 2]]}",
                "#_{:type :ok, :process 0, :value [[:append 1 2]]",
                "#_{:type :ok, :process 0} {:type :ok, :process 0, :value [[:append 1 2]]",
                "{:type, :ok, :process 0, :value [[:append 1 2]], :error {:type java.io.IOException}"
            })
    void anOperationThatIsOpenInTheMiddleIsNotLeftOutWithAllBehindIt(String open) throws IOException {
        String whole = "{:type :ok, :process 0, :value [[:append 1 1]]}\n";
        Path few = Files.writeString(folder.resolve("few"), whole + open + "\n" + whole);
        Path many = Files.writeString(folder.resolve("many"), whole + open + "\n" + whole.repeat(20_000));
        Path last = Files.writeString(folder.resolve("last"), whole + open);

        for (Path file : List.of(few, many)) {
            for (Reading reading : List.of(CUT, UNASKED)) {
                assertThatThrownBy(() -> HistoryFormat.EDN.read(file, reading))
                        .isInstanceOf(HistoryFormatException.class)
                        .hasMessageMatching(".*:2:(1|27): is never closed, and more operations follow; expected .*");
            }
        }
        assertThat(HistoryFormat.EDN.read(last, CUT).txnCount()).isEqualTo(1);
    }

    /** In JSON, most of what is open ends at the next operation, which has quotes of its own. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'type': 'ok', 'process': 0, 'value': [['append', 1, 2]], 'error': [ | never closed",
                "{'type': 'ok', 'process': 0, 'value': [['append', 1, 2]] | expected ',' or '}'",
                "{'type': 'ok', 'process': 0, 'error': 'gone, 'value': [['append', 1, 2]]} | expected ',' or '}'"
            })
    void anOpenJsonOperationIsNotLeftOutWithThatBehindIt(String open, String refusal) throws IOException {
        String whole = "{'type': 'ok', 'process': 0, 'value': [['append', 1, 1]]}\n";
        String text = (whole + open + "\n" + whole).replace('\'', '"');
        Path file = Files.writeString(folder.resolve("few"), text);

        assertThatThrownBy(() -> HistoryFormat.JSON.read(file, CUT))
                .isInstanceOf(HistoryFormatException.class)
                .hasMessageContaining(refusal);
    }

    /** Our own export numbers transactions that do not complete in their order: T0 does so last, and is cut off. */
    @Test
    void aCutFileThatNumbersItsTransactionsKeepsTheirOrder() throws IOException {
        var text = new StringWriter();
        EdnExport.write(HistoryNotation.parse("""
                T0 s0 ok @0..9 a1=1
                T1 s1 ok @1..8 a1=2
                T2 s2 ok @2..7 a1=3
                T3 s1 ok @8..8 r1=[]
                """), text);
        String whole = text.toString();

        assertThat(lines(Files.writeString(folder.resolve("h.edn"), whole)))
                .hasSize(4)
                .last()
                .isEqualTo("T3 s1 ok @8..8 r1=[]");
        Path file = Files.writeString(folder.resolve("h.edn"), whole.substring(0, whole.length() - 3));
        assertThat(lines(file))
                .containsExactly(
                        "T0 s1 ok @1..8 a1=2",
                        "T1 s2 ok @2..7 a1=3",
                        "T2 s1 ok @8..8 r1=[]",
                        "T3 s0 info:unfinished @0..8 a1=1");
        Files.writeString(file, whole.replace(":txn 2}", ":txn 1}").substring(0, whole.length() - 3));
        assertThatThrownBy(() -> HistoryFormat.EDN.read(file, CUT))
                .hasMessageEndingWith("gives two transactions the same number as :txn; expected each once");
    }

    @Test
    void aLastOperationMayBeCutAnywhere() throws IOException {
        String first = "{:type :ok, :process 0, :value [[:append 1 1]]}\n";
        String last = "{:type :ok, :process 1, :error \"a\\n\", :value [[:r \"x\" [1 2]]]}";

        for (int length = 1; length < last.length(); length++) {
            Path file = Files.writeString(folder.resolve("h.edn"), first + last.substring(0, length));

            assertThat(HistoryFormat.EDN.read(file, CUT).txnCount())
                    .as(last.substring(0, length))
                    .isEqualTo(1);
        }
    }
}
