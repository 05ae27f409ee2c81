package moirai.nemesis.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import moirai.nemesis.Node;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogTailTest {

    @TempDir
    private Path folder;

    private Path from;
    private Path to;

    @BeforeEach
    void name() {
        from = folder.resolve("from");
        to = folder.resolve("to");
    }

    @Test
    void whatIsAppendedStandsBehindWhatWasThere() throws IOException {
        Files.writeString(from, "c\n");
        Files.writeString(to, "a\nb\n");

        LogTail.append(from, to, 100);

        assertThat(to).hasContent("a\nb\nc\n");
    }

    @Test
    void aFileThatIsNotThereIsNoText() throws IOException {
        LogTail.append(from, to, 100);
        assertThat(to).doesNotExist();
        Files.writeString(from, "a\n");

        LogTail.append(from, to, 100);

        assertThat(to).hasContent("a\n");
    }

    /** Ten bytes have room for both lines of the first file, and not for a whole line of the second. */
    @Test
    void theEndStaysInWholeLines() throws IOException {
        Files.writeString(to, "before 1\n");
        Files.writeString(from, "lost\nab\ncd\n");

        LogTail.append(from, to, 10);

        assertThat(Files.readString(to)).isEqualTo("ab\ncd\n");
        assertThat(folder.resolve("to" + Node.CUT))
                .as("whoever counts lines has to know")
                .exists();
    }

    /** A server that is started again and again keeps the end of each of its lives, as far as there is room. */
    @Test
    void aNodeKeepsWhatItPrintedBeforeItsLastStart() throws IOException {
        var node = new NodeDirectory(folder);
        for (int life = 1; life <= 3; life++) {
            node.beginLog();
            Files.writeString(node.log(), "life " + life + "\n");
        }

        node.copyLog(to);

        assertThat(folder.resolve("to" + Node.CUT)).doesNotExist();
        assertThat(node.logText()).isEqualTo("life 3\n");
        assertThat(to).hasContent("life 1\nlife 2\nlife 3\n");
    }

    @Test
    void theLogsOfManyLivesStayBounded() throws IOException {
        var node = new NodeDirectory(folder);
        String text = IntStream.range(0, 20_000)
                .mapToObj(line -> "line " + line + " of a long life of a server\n")
                .collect(Collectors.joining());
        for (int life = 0; life < 4; life++) {
            node.beginLog();
            Files.writeString(node.log(), text);
        }

        node.copyLog(to);

        assertThat(Files.size(to)).isBetween(1L << 20, (1L << 20) + text.length());
        assertThat(Files.readString(to)).startsWith("line ").endsWith(text);
        assertThat(folder.resolve("to" + Node.CUT))
                .as("cut when an earlier life began")
                .exists();
    }
}
