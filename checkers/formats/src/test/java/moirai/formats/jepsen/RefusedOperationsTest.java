package moirai.formats.jepsen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import moirai.formats.HistoryFormat;
import moirai.history.HistoryFormatException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/** Messages name line, column, the text there, and what would be accepted. */
class RefusedOperationsTest {

    private static final String GOOD = "{:type :ok, :process 0, :value [[:append 1 1]]}";

    @TempDir
    private Path folder;

    private String refusal(HistoryFormat format, String text) throws IOException {
        Path file = Files.writeString(folder.resolve("h"), text);
        var refused = catchThrowableOfType(HistoryFormatException.class, () -> format.read(file));
        assertThat(refused).as(text).isNotNull();
        return String.valueOf(refused.getMessage()).replace(file.toString(), "h");
    }

    @ParameterizedTest
    @CsvFileSource(resources = "/refusals/edn.txt", delimiter = '|', quoteCharacter = '`')
    void ednIsRefused(String text, String message) throws IOException {
        assertThat(refusal(HistoryFormat.EDN, text)).isEqualTo(message);
    }

    @ParameterizedTest
    @CsvFileSource(resources = "/refusals/json.txt", delimiter = '|', quoteCharacter = '`')
    void jsonIsRefused(String text, String message) throws IOException {
        assertThat(refusal(HistoryFormat.JSON, text)).isEqualTo(message);
    }

    @Test
    void placesAreInTheFileAndCountCharacters() throws IOException {
        assertThat(refusal(HistoryFormat.EDN, GOOD + "\n\n  {:process 0 :a \"größer\" :type 7}"))
                .startsWith("h:3:33: '7'; expected one of");
    }

    /** As the example of elle-cli for comments, whose order alone says what is concurrent. */
    @Test
    void concurrentOperationsNeedProcesses() throws IOException {
        assertThat(refusal(HistoryFormat.EDN, """
                {:index 1, :type :invoke :f :read :value nil}
                {:index 2, :type :invoke :f :write :value 425}
                """))
                .isEqualTo("h:2:1: an :invoke without a :process while that at 1:1 is not completed; expected :process"
                        + " in both, e.g. :process 0");
    }

    @Test
    void invocationsAndCompletionsTakeTurns() throws IOException {
        String invoke = "{:type :invoke, :process 0, :time 5, :value [[:append 1 1]]}\n";

        assertThat(refusal(HistoryFormat.EDN, invoke + invoke))
                .isEqualTo(
                        "h:2:1: an :invoke of process 0 while that at 1:1 is not completed; expected its completion");
        assertThat(refusal(HistoryFormat.EDN, invoke + GOOD.replace(":ok", ":ok :time 4")))
                .isEqualTo("h:2:1: a completion of process 0 at 4, before its invocation at 5, 1:1;"
                        + " expected no earlier one, or --ignore-times");
        assertThat(refusal(HistoryFormat.EDN, invoke + GOOD))
                .isEqualTo("h:2:1: an operation without :time, unlike those above; expected it in all");
        assertThat(refusal(HistoryFormat.EDN, GOOD + "{:type :ok, :value []}"))
                .startsWith("h:1:48: an operation without :process, unlike those above;");
    }

    @Test
    void aFileThatWasCutSaysSo() throws IOException {
        assertThat(refusal(HistoryFormat.EDN, GOOD + "\n{:type :ok, :val"))
                .isEqualTo("h:2:17: the file ends inside what begins at 2:1, as one does whose writer was killed;"
                        + " expected the rest of it, or --accept-cut to leave that operation out");
        assertThat(refusal(HistoryFormat.EDN, GOOD + "\n{:type :ok, \"val"))
                .startsWith("h:2:17: the file ends inside a string that begins at 2:13, as one does");
        assertThat(refusal(HistoryFormat.JSON, "[{\"type\": \"info\"},"))
                .startsWith("h:1:19: the file ends inside the array that begins at 1:1, as one does");
    }

    @Test
    void whatIsNotThereIsNotJudged() throws IOException {
        assertThat(refusal(HistoryFormat.EDN, "")).isEqualTo("h: has no transaction, and there is nothing to judge");
        assertThat(refusal(HistoryFormat.JSON, "[]")).isEqualTo("h: has no transaction, and there is nothing to judge");
        assertThat(refusal(HistoryFormat.EDN, "#foo [1]"))
                .startsWith("h:1:1: a form that is no map; expected an operation");
        assertThat(refusal(HistoryFormat.EDN, "[".repeat(9) + "{"))
                .startsWith("h:1:2: '[[[[[[[[{'; expected an operation");
        assertThat(refusal(HistoryFormat.EDN, "{:a " + "[".repeat(500)))
                .isEqualTo("h:1:133: forms nested more than 128 deep; expected a history");
    }
}
