package moirai.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import moirai.cli.ChildProcess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The width of a process's texts, which is that of its terminal, but 60 to 80 columns. */
@Timeout(120)
class NarrowTerminalIT {

    @TempDir
    private Path directory;

    @Test
    void textsFitATerminalOf60Columns() throws Exception {
        assertThat(tooLong(60, 1, "run", "--db=memory:write-skew", "--txn-count=20000", "--seed=2a"))
                .isEmpty();
        assertThat(tooLong(60, 0, "explain")).isEmpty();
        assertThat(tooLong(60, 0, "shrink", "latest#1")).isEmpty();
        assertThat(tooLong(60, 254, "run", "--db=memory", "--key-count=none")).isEmpty();
    }

    @Test
    void aWiderTerminalDoesNotMakeTextsWider() throws Exception {
        assertThat(tooLong(120, 1, "run", "--db=memory:write-skew", "--txn-count=20000", "--seed=2a"))
                .isEmpty();
    }

    /** Returns the lines that are too long and could be shorter. */
    private Stream<String> tooLong(int columns, int code, String... command) throws Exception {
        try (var child = ChildProcess.start(directory, Map.of("COLUMNS", String.valueOf(columns)), command)) {
            assertThat(child.exitCode()).as(child.output()).isEqualTo(code);
            return child.output()
                    .lines()
                    .filter(line -> line.length() > Math.min(columns, 80))
                    .filter(line -> !isOneWord(line) && !line.contains("  moirai ") && !line.contains("store/"));
        }
    }

    private static boolean isOneWord(String line) {
        return !line.strip().contains(" ");
    }
}
