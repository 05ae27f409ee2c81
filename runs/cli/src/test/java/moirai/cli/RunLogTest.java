package moirai.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunLogTest {

    private static final Logger DRIVER = Logger.getLogger("org.example.driver");

    @TempDir
    private Path folder;

    /** A node that is down is one failure, however many sessions try to reach it, from whatever port. */
    @Test
    void equalWarningsAreWrittenThreeTimesAndThenCounted() throws IOException {
        Path file = folder.resolve("run.log");
        try (RunLog log = RunLog.to(file)) {
            log.info("the beginning");
            for (int i = 0; i < 900; i++) {
                DRIVER.log(
                        Level.WARNING,
                        "connection error to 127.0.0.1:" + (40_000 + i),
                        new IllegalStateException("refused, try " + i));
            }
            DRIVER.warning("something else");
            for (int i = 0; i < 5; i++) {
                log.info("each of these is news");
            }
        }

        List<String> lines = Files.readAllLines(file);
        assertThat(lines)
                .filteredOn(line -> line.contains("connection error to 127"))
                .hasSize(3);
        assertThat(lines)
                .filteredOn(line -> line.contains("897 more lines like: connection error to "))
                .hasSize(1);
        assertThat(lines).filteredOn(line -> line.contains("something else")).hasSize(1);
        assertThat(lines)
                .filteredOn(line -> line.contains("each of these is news"))
                .hasSize(5);
    }
}
