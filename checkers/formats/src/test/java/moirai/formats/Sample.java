package moirai.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import moirai.history.History;
import moirai.history.HistoryFormatException;
import moirai.history.HistoryNotation;

/** Files of other checkers for tests, and the histories that are read from them. */
final class Sample {

    private Sample() {}

    /** Returns an example under {@code src/test/resources/samples}. */
    static Path path(String name) {
        return Path.of("src", "test", "resources", "samples", name);
    }

    static byte[] bytes(String name) {
        try {
            return Files.readAllBytes(path(name));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Returns the history that the format reads from a file with these contents, without times. */
    static String read(HistoryFormat format, String contents) {
        return read(format, contents.getBytes(StandardCharsets.UTF_8));
    }

    static String read(HistoryFormat format, byte[] contents) {
        Path folder = folder();
        try {
            return notation(format.read(file(folder, format, contents)));
        } finally {
            remove(folder);
        }
    }

    /** Returns the message with which the format refuses these contents; the file is called {@code FILE}. */
    static String refusal(HistoryFormat format, String contents) {
        return refusal(format, contents.getBytes(StandardCharsets.UTF_8));
    }

    static String refusal(HistoryFormat format, byte[] contents) {
        Path folder = folder();
        try {
            Path file = file(folder, format, contents);
            var refused = catchThrowableOfType(HistoryFormatException.class, () -> format.read(file));
            assertThat(refused).as("%s reads it", format).isNotNull();
            return String.valueOf(refused.getMessage())
                    .replace(folder + "/", "")
                    .replace(folder.toString(), "FOLDER");
        } finally {
            remove(folder);
        }
    }

    /** Returns the history in notation, without times, of which there are none. */
    static String notation(History history) {
        assertThat(history.isTimed()).isFalse();
        return HistoryNotation.format(history).replace(" @0..0", "");
    }

    /** Writes the file. Cobra's log stands alone in its folder. */
    private static Path file(Path folder, HistoryFormat format, byte[] contents) {
        try {
            boolean isCobra = format == HistoryFormat.COBRA;
            Path file = Files.write(folder.resolve(isCobra ? "T1.log" : "FILE"), contents);
            return isCobra ? folder : file;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    static Path folder() {
        try {
            return Files.createTempDirectory("formats");
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    static void remove(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
