package moirai.runs.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JsonRecordTest {

    @TempDir
    private Path folder;

    private JsonRecord read(String json) throws IOException {
        return JsonRecord.read(Files.writeString(folder.resolve("run.json"), json));
    }

    @Test
    void fieldsOfEveryKindAreRead() throws IOException {
        JsonRecord record = read("""
                {"text": "a\u00e9", "whole": 12345678901, "part": 1.5, "yes": true, "nothing": null,
                 "list": ["a", 1, {"x": [2]}], "inner": {"deeper": {"count": 7}}}
                """);

        assertThat(record.text("text")).isEqualTo("aé");
        assertThat(record.number("whole", 0)).isEqualTo(12_345_678_901L);
        assertThat(record.decimal("part")).isEqualTo(1.5);
        assertThat(record.truth("yes")).isTrue();
        assertThat(record.text("nothing")).isEmpty();
        assertThat(record.texts("list")).containsExactly("a", "1", "");
        assertThat(record.object("inner").object("deeper").number("count", 0)).isEqualTo(7);
    }

    @Test
    void whatIsNotThereOrOfAnotherKindIsEmpty() throws IOException {
        JsonRecord record = read("{\"text\": {\"x\": 1}, \"number\": \"7\"}");

        assertThat(record.text("text")).isEmpty();
        assertThat(record.number("number", 3)).isEqualTo(3);
        assertThat(record.hasObject("absent")).isFalse();
        assertThat(record.object("absent").texts("absent")).isEmpty();
        assertThat(read("[1]").names()).isEmpty();
        assertThat(read("").names()).isEmpty();
    }

    @Test
    void whatIsCutOffIsRefused() {
        assertThatThrownBy(() -> read("{\"a\": [1, ")).isInstanceOf(IOException.class);
    }
}
