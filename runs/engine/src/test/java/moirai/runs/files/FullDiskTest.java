package moirai.runs.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FullDiskTest {

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "No space left on device",
                "Disk quota exceeded",
                "/data/w0000-000001.seg: No space left on device",
                "There is not enough space on the disk"
            })
    void placeAndFileSystemAreNamed(String message) throws IOException {
        var failure = new UncheckedIOException(new IOException(message));

        assertThat(FullDisk.reason(failure, directory))
                .hasValue("no space is left on the file system " + Files.getFileStore(directory) + " for " + directory);
    }

    @Test
    void otherFailuresHaveOtherCauses() {
        assertThat(FullDisk.reason(new UncheckedIOException(new FileNotFoundException("gone")), directory))
                .isEmpty();
        assertThat(FullDisk.reason(new IllegalStateException("No space left on device"), directory))
                .isEmpty();
    }

    @Test
    void spareRoomIsTakenAndGivenBack() throws IOException {
        Path file = directory.resolve("room");
        Files.writeString(file, "left by a process that was killed");

        try (SpareRoom room = SpareRoom.at(file)) {
            assertThat(Files.size(file)).isGreaterThan(3_000_000);
            room.giveBack();
            assertThat(file).doesNotExist();
        }
    }

    @Test
    void spareRoomThatCannotBeTakenIsDoneWithout() {
        Path file = directory.resolve("missing/room");

        try (SpareRoom room = SpareRoom.at(file)) {
            assertThat(room).isNotNull();
            assertThat(file).doesNotExist();
        }
    }
}
