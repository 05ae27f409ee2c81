package moirai.formats.jepsen;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import moirai.formats.HistoryFormat;
import moirai.history.History;
import moirai.history.HistoryNotation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file is read a mebibyte at a time, and nothing may depend on where such a part ends. */
class WindowEdgesTest {

    private static final int WINDOW_BYTES = 1 << 20;
    private static final String OPS = """
            {:type :ok :process 10 :value [[:append :x "a\\n\\\\"] [:append :y 123] [:append #{1 \\} 2.5} 99999999999]]}
            #jepsen.history.Op {:type :ok :process 0 :value ([:r :x ["a\\n\\\\" "\\u00e9"]] [:r :y [123 -45]])} ; end
            """;

    @TempDir
    private Path folder;

    private String read(String text) throws IOException {
        Path file = folder.resolve("h");
        Files.deleteIfExists(file);
        History history = HistoryFormat.EDN.read(Files.writeString(file, text));
        return HistoryNotation.format(history) + history.labels();
    }

    @Test
    void everyByteMayBeTheLastOfAWindow() throws IOException {
        String whole = read(OPS);
        int length = OPS.getBytes(StandardCharsets.UTF_8).length;

        for (int before = 0; before < length; before++) {
            assertThat(read(" ".repeat(WINDOW_BYTES - before) + OPS)).isEqualTo(whole);
        }
    }

    @Test
    void oneStringMayBeLongerThanAWindow() throws IOException {
        String key = "k".repeat(3 * WINDOW_BYTES);

        assertThat(read("{:type :ok :process 0 :value [[:append \"" + key + "\" 1]] :error \"" + key + "\"}"))
                .contains("\"" + key + "\"");
    }
}
