package moirai.cli.histories;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import moirai.cli.Cli;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SalvageCommandTest {

    private static final int TXNS = 400;

    @TempDir
    private Path directory;

    private Path store = Path.of("");
    private Path copy = Path.of("");

    @BeforeEach
    void record() {
        store = directory.resolve("store");
        copy = directory.resolve("copy");
        Cli.Ended ran =
                run("run", "--db", "memory", "--txn-count", "" + TXNS, "--seed", "7", "--store", store.toString());
        assertThat(ran.code()).isZero();
    }

    private static Cli.Ended run(String... arguments) {
        return Cli.plain().run(arguments);
    }

    private Cli.Ended salvage() {
        return run("history", "salvage", "--store", store.toString(), "-o", copy.toString());
    }

    /** Changes a byte in the middle of a segment, and returns the segment. */
    private Path damage() throws IOException {
        try (Stream<Path> files = Files.walk(store)) {
            Path segment = files.filter(file -> file.toString().endsWith(".seg"))
                    .sorted()
                    .findFirst()
                    .orElseThrow();
            byte[] bytes = Files.readAllBytes(segment);
            bytes[bytes.length / 2] ^= 1;
            Files.write(segment, bytes);
            return segment;
        }
    }

    @Test
    void whatStandsBeforeABrokenChecksumIsCopiedAndJudged() throws IOException {
        Path segment = damage();
        Cli.Ended refused = run("check", "latest", "--store", store.toString());

        assertThat(refused.code()).isEqualTo(254);
        assertThat(refused.err()).contains("CRC32C", "What is whole can be copied: moirai history salvage RUN -o DIR");

        Cli.Ended salvaged = salvage();

        assertThat(salvaged.code()).isZero();
        assertThat(salvaged.out())
                .contains("lost: ", segment.getFileName().toString(), "bytes of this segment are lost", " written to ");
        Cli.Ended checked = run("check", copy.toString());
        assertThat(checked.code()).isEqualTo(2);
        assertThat(checked.words()).contains("a copy of a history of which transactions are missing");
    }

    @Test
    void aHistoryThatIsWholeIsNotCopied() {
        Cli.Ended salvaged = salvage();

        assertThat(salvaged.code()).isZero();
        assertThat(salvaged.words()).contains("nothing is damaged or missing, and nothing was written");
        assertThat(copy).doesNotExist();
    }

    @Test
    void nothingIsOverwritten() throws IOException {
        damage();
        Files.createDirectory(copy);
        Files.writeString(copy.resolve("mine"), "");

        Cli.Ended refused = salvage();

        assertThat(refused.code()).isEqualTo(254);
        assertThat(refused.err()).contains("--out: ", copy.toString());
    }
}
