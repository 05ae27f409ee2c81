package moirai.cli.scheduling;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import moirai.cli.options.WholeOutput;

/** Where the last analysis is kept, as text and for other commands. */
final class LastAnalysis {

    private final Path file;

    LastAnalysis(Path store) {
        this.file = store.resolve("schedule").resolve("analysis.txt");
    }

    /** The text. */
    Path file() {
        return file;
    }

    /** The same for other commands. */
    Path data() {
        return file.resolveSibling("analysis.json");
    }

    void keep(String text, String json) throws IOException {
        Files.createDirectories(file.resolveSibling("."));
        WholeOutput.file(file, out -> out.write(text));
        WholeOutput.file(data(), out -> out.write(json));
    }

    Optional<String> read() {
        return read(file);
    }

    /** A file; empty if there is none. */
    static Optional<String> read(Path file) {
        try {
            return Optional.of(Files.readString(file));
        } catch (NoSuchFileException none) {
            return Optional.empty();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
