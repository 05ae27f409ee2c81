package moirai.cli.scheduling;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/** Where the text of the last analysis is kept. */
final class LastAnalysis {

    private final Path file;

    LastAnalysis(Path store) {
        this.file = store.resolve("schedule").resolve("analysis.txt");
    }

    Path file() {
        return file;
    }

    void keep(String text) throws IOException {
        Files.createDirectories(file.resolveSibling("."));
        Files.writeString(file, text);
    }

    Optional<String> read() {
        try {
            return Optional.of(Files.readString(file));
        } catch (NoSuchFileException none) {
            return Optional.empty();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
