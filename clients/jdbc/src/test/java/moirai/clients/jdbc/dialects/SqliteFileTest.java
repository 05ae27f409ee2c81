package moirai.clients.jdbc.dialects;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class SqliteFileTest {

    @Test
    void theDirectoryGoesWithTheDatabase() {
        Path directory;
        try (var file = SqliteFile.create()) {
            directory = file.directory();
            assertThat(directory.resolve("db")).exists();
        }

        assertThat(directory).doesNotExist();
    }

    @Test
    void whatADeadProcessLeftIsRemovedByTheNext() throws IOException {
        var left = Files.createTempDirectory("moirai-sqlite-");
        Files.createFile(left.resolve("lock"));
        Files.createFile(left.resolve("db"));

        try (var file = SqliteFile.create()) {
            assertThat(file.directory()).exists();
            assertThat(left).doesNotExist();
        }
    }

    @Test
    void whatIsInUseOrNotOursStays() throws IOException {
        var foreign = Files.createTempDirectory("moirai-sqlite-");
        try (var inUse = SqliteFile.create();
                var next = SqliteFile.create()) {
            assertThat(next.directory()).exists();
            assertThat(inUse.directory().resolve("db")).exists();
            assertThat(foreign).exists();
        } finally {
            Files.delete(foreign);
        }
    }
}
