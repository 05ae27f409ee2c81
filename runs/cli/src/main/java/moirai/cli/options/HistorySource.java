package moirai.cli.options;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import moirai.formats.HistoryFormat;
import moirai.history.HistoryFormatException;
import moirai.history.files.HistoryReader;

/** Reads a history in whatever format it comes: our own, or that of another checker. */
public final class HistorySource {

    /** Our own: directories of segments, and text in history notation. */
    public static final String MOIRAI = "moirai";

    private static final String SEGMENT = ".seg";

    private HistorySource() {}

    /** The names of all formats, for help and messages. */
    public static List<String> formats() {
        return Stream.concat(
                        Stream.of(MOIRAI), Stream.of(HistoryFormat.values()).map(HistoryFormat::label))
                .toList();
    }

    /**
     * Reads in the format that the file or directory seems to have.
     *
     * @throws HistoryFormatException if it is not a whole history in that format
     */
    public static HistoryReader.Loaded read(Path path) {
        return isOurs(path) ? HistoryReader.read(path) : foreign(detect(path), path);
    }

    private static HistoryFormat detect(Path path) {
        try {
            return HistoryFormat.detect(path);
        } catch (HistoryFormatException unknown) {
            throw new HistoryFormatException(
                    String.valueOf(unknown.getMessage()),
                    Files.isDirectory(path)
                            ? "nor is it a run's directory or one with segments of a history"
                            : "nor is it a .txt file in history notation, e.g. 'T0 s0 r1=[1 2] a2=7'");
        }
    }

    /**
     * Reads in one format.
     *
     * @param format one of {@link #formats}
     * @throws HistoryFormatException if it is not a whole history in that format
     */
    public static HistoryReader.Loaded read(Path path, String format) {
        Optional<HistoryFormat> known = HistoryFormat.named(format);
        return known.isPresent() ? foreign(known.get(), path) : HistoryReader.read(path);
    }

    private static HistoryReader.Loaded foreign(HistoryFormat format, Path path) {
        return new HistoryReader.Loaded(format.read(path), List.of());
    }

    /** What does not exist is ours too: the reader says what is wrong with it. */
    private static boolean isOurs(Path path) {
        if (Files.isDirectory(path)) {
            return Files.isDirectory(path.resolve("history")) || hasSegments(path);
        }
        boolean isText = path.toString().endsWith(".txt");
        return !Files.exists(path) || path.toString().endsWith(SEGMENT) || (isText && isNotation(path));
    }

    private static boolean hasSegments(Path directory) {
        try (Stream<Path> files = Files.list(directory)) {
            return files.anyMatch(file -> file.toString().endsWith(SEGMENT));
        } catch (IOException unreadable) {
            throw new HistoryFormatException(directory.toString(), "cannot be read: " + unreadable.getMessage());
        }
    }

    /** Whether the first line that says anything is a transaction, as in {@code T0 s0 r1=[]}; if none does, as well. */
    private static boolean isNotation(Path file) {
        try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String text = line.strip();
                if (!text.isEmpty() && !text.startsWith("#")) {
                    return text.startsWith("T");
                }
            }
            return true;
        } catch (MalformedInputException binary) {
            return false;
        } catch (IOException unreadable) {
            throw new HistoryFormatException(file.toString(), "cannot be read: " + unreadable.getMessage());
        }
    }
}
