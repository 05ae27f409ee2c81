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
import org.junit.jupiter.params.provider.CsvSource;

/** Line, column, what is there, and what would be accepted. */
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
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        {:process 0}                                             | h:1:1: an operation without :type; expected one of :invoke, :ok, :fail, :info
        {:process 0 :type :okay}                                 | h:1:19: ':okay'; expected one of :invoke, :ok, :fail, :info
        {:process 0 :type :ok :type :ok}                         | h:1:23: a second ':type' in an operation; expected one
        {:process -1 :type :ok}                                  | h:1:11: '-1'; expected a number from 0
        {:process "a" :type :ok}                                 | h:1:11: '"a"'; expected a number, which clients have, or :nemesis
        {:process 0 :type :ok}                                   | h:1:1: an operation without a value; expected a transaction, e.g. [:append k 1] or [:r k [1 2]], as in a history of lists
        {:process 0 :type :ok :f :cas :value [1 [2 3]]}          | h:1:38: an operation with :f ':cas' of '[1 [2 3]]'; expected a transaction, e.g. [:append k 1] or [:r k [1 2]], as in a history of lists
        {:process 0 :type :ok :value [[:append 1 1] [:w 1 1]]}   | h:1:45: '[:w 1 1]'; expected e.g. [:append k 1] or [:r k [1 2]], as in a history of lists
        {:process 0 :type :ok :value [[:append 1 nil]]}          | h:1:31: '[:append 1 nil]'; expected a value to write
        {:process 0 :type :ok :value [[:append 1 2 3]]}          | h:1:31: '[:append 1 2 3]'; expected a step with a key and a value, e.g. [:append k 1] or [:r k [1 2]], as in a history of lists
        {:process 0 :type :ok :value [[:append 1 1] [:r 1 7]]}   | h:1:51: '7'; expected the elements that were read, e.g. [:append k 1] or [:r k [1 2]], as in a history of lists
        {:process 0 :type :ok :value [[:append 1 1] [:r 1 #{7}]]}| h:1:51: '#{7}'; expected elements in their order, e.g. [:append k 1] or [:r k [1 2]], as in a history of lists
        {:process 0 :type :ok :value [[:append 1 1] [:scan 3 4]]}| h:1:52: '3'; expected the first and the last key of a range, e.g. [10 19]
        {:process 0 :type :ok :time :t :value [[:append 1 1]]}   | h:1:29: ':t' as :time; expected a number of 64 bits
        {:type :ok :value [[:append 1 07]]}                      | h:1:31: '07' is no number; expected e.g. 7 or -1.5
        {:type :ok :value [[:append 1 1x]]}                      | h:1:31: '1x' is no number; expected e.g. 7 or -1.5
        {:type :ok :value [[:append "\\q" 1]]}                   | h:1:30: an escape that is none; expected one of \\" \\\\ \\n \\r \\t \\b \\f \\u0000 \\0
        {:type :ok :value}                                       | h:1:1: a map whose last key has no value; expected keys and values in turn
        {:type :ok :value [[:append 1 1)]}                       | h:1:32: ')]}'; expected a value
        {:type : :value 1}                                       | h:1:8: ':' on its own; expected a keyword, e.g. :txn
        [{:process 0 :type :ok :value []}] 7                     | h:1:36: '7'; expected the end of the file
        [{:process 0 :type :ok :value []} 7]                     | h:1:35: '7]'; expected an operation, e.g. {:type :ok, :process 0, :value [[:append 1 2]]} or ']'
        #foo [1]                                                 | h:1:1: a form that is no map; expected an operation, e.g. {:type :ok, :process 0, :value [[:append 1 2]]}
        """)
    void ednIsRefused(String text, String message) throws IOException {
        assertThat(refusal(HistoryFormat.EDN, text)).isEqualTo(message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        {"type" "ok"}                          | h:1:9: '"ok"}'; expected ':'
        {"type": "ok" "process": 0}            | h:1:15: '"process": 0}'; expected ',' or '}'
        {"type": "ok", "value": [1 2]}         | h:1:28: '2]}'; expected ',' or ']'
        {"type": "ok", "value": [1,, 2]}       | h:1:28: ', 2]}'; expected a value
        {"type": "ok", "value": nil}           | h:1:25: 'nil'; expected a value
        {"type": "ok", "value": +1}            | h:1:25: '+1'; expected a value
        {type: "ok"}                           | h:1:2: 'type: "ok"}'; expected '"'
        [{"type": "invoke"} {"type": "ok"}]    | h:1:21: '{"type": "ok"}]'; expected ',' or ']'
        [7]                                    | h:1:2: '7]'; expected an operation, e.g. {"type": "ok", "process": 0, "value": [["append", 1, 2]]}
        {"type": "ok", "value": "\\0"}         | h:1:26: an escape that is none; expected one of \\" \\\\ \\n \\r \\t \\b \\f \\u0000 \\/
        """)
    void jsonIsRefused(String text, String message) throws IOException {
        assertThat(refusal(HistoryFormat.JSON, text)).isEqualTo(message);
    }

    @Test
    void placesAreInTheFileAndCountCharacters() throws IOException {
        assertThat(refusal(HistoryFormat.EDN, GOOD + "\n\n  {:process 0 :a \"größer\" :type 7}"))
                .startsWith("h:3:33: '7'; expected one of");
    }

    @Test
    void invocationsAndCompletionsTakeTurns() throws IOException {
        String invoke = "{:type :invoke, :process 0, :time 5, :value [[:append 1 1]]}\n";

        assertThat(refusal(HistoryFormat.EDN, invoke + invoke))
                .isEqualTo(
                        "h:2:1: an :invoke of process 0 while that at 1:1 is not completed; expected its completion");
        assertThat(refusal(HistoryFormat.EDN, invoke + GOOD.replace(":ok", ":ok :time 4")))
                .isEqualTo("h:2:1: a completion at 4, before its invocation at 5, 1:1; expected no earlier one");
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
        assertThat(refusal(HistoryFormat.EDN, "[".repeat(9) + "{"))
                .startsWith("h:1:2: '[[[[[[[[{'; expected an operation");
        assertThat(refusal(HistoryFormat.EDN, "{:a " + "[".repeat(500)))
                .isEqualTo("h:1:133: forms nested more than 128 deep; expected a history");
    }
}
