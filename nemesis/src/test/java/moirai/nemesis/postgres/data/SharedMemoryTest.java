package moirai.nemesis.postgres.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import moirai.nemesis.process.Commands;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SharedMemoryTest {

    @TempDir
    private Path data = Path.of("unset");

    private long creator;
    private String id = "";

    @BeforeEach
    void makeSegment() throws Exception {
        var maker = Commands.prepare(List.of("ipcmk", "-M", "4096")).start();
        creator = maker.pid();
        String said = maker.inputReader().readLine();
        assertThat(maker.waitFor()).isZero();
        id = said.substring(said.lastIndexOf(' ') + 1);
    }

    @AfterEach
    void removeSegment() throws IOException {
        if (!line().isEmpty()) {
            Commands.run(List.of("ipcrm", "-m", id));
        }
    }

    /** Returns the system's line for the segment; empty if it is gone. */
    private String line() throws IOException {
        return Files.readAllLines(Path.of("/proc/sysvipc/shm")).stream()
                .map(String::strip)
                .filter(line -> line.split("\\s+", -1)[1].equals(id))
                .findFirst()
                .orElse("");
    }

    private void leaveFile(long key, String segment) throws IOException {
        Files.write(
                data.resolve("postmaster.pid"),
                List.of(
                        String.valueOf(creator),
                        data.toString(),
                        "1792000000",
                        "5432",
                        "/tmp",
                        "localhost",
                        Long.toUnsignedString(key) + " " + segment,
                        "ready"));
    }

    private long key() throws IOException {
        return Long.parseLong(line().split("\\s+", -1)[0]);
    }

    @Test
    void segmentOfADeadServerIsRemoved() throws IOException {
        leaveFile(key(), id);

        SharedMemory.remove(data, creator);

        assertThat(line()).isEmpty();
    }

    /** The number of the dead server's process may meanwhile belong to a stranger. */
    @Test
    void segmentThatOnlyHasTheCreatorsNumberStays() throws IOException {
        SharedMemory.remove(data, creator);
        assertThat(line()).isNotEmpty();

        leaveFile(key() + 1, id);
        SharedMemory.remove(data, creator);
        assertThat(line()).isNotEmpty();

        leaveFile(key(), id + "1");
        SharedMemory.remove(data, creator);
        assertThat(line()).isNotEmpty();
    }
}
