package moirai.runs.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import moirai.formats.HistoryFormat;
import moirai.formats.jepsen.Reading;
import moirai.history.History;
import moirai.history.HistoryFormatException;
import moirai.history.RunHeader;
import moirai.history.files.HistoryReader;
import moirai.history.keeping.SegmentName;
import moirai.history.level.IsolationLevel;
import moirai.runs.emission.CaseFiles;
import moirai.runs.files.NotationFile;
import moirai.runs.files.WholeOutput;

/**
 * A history with the format it came in: our own, or that of another checker. The source of a case is the history in it.
 *
 * @param format one of {@link #formats}
 */
public record HistorySource(HistoryReader.Loaded loaded, String format) {

    /** The name of our own format: directories of segments, and text in history notation. */
    public static final String MOIRAI = "moirai";

    /** Returns the names of all formats, for help and messages. */
    public static List<String> formats() {
        return Stream.concat(
                        Stream.of(MOIRAI), Stream.of(HistoryFormat.values()).map(HistoryFormat::label))
                .toList();
    }

    /**
     * Reads in the format that the file or directory seems to have.
     *
     * @param how the meaning of operations, for files that hold operations alone
     * @throws HistoryFormatException if it is not a whole history in that format
     */
    public static HistorySource read(Path path, Reading how) {
        requireRereadable(path);
        return isOurs(path) ? ours(path, how) : foreign(detect(path), path, how);
    }

    /**
     * Returns whether the path is a directory of segments, or a run's directory that has them, which can be read in
     * pieces.
     */
    public static boolean hasPieces(Path path) {
        return Files.isDirectory(path)
                && !CaseFiles.isCase(path)
                && !WholeOutput.isPart(path)
                && hasSegments(RunDirectory.historyOf(path));
    }

    /**
     * Reads in the format that the file or directory seems to have, piece by piece if it {@linkplain #hasPieces has
     * pieces}, and otherwise as one piece.
     *
     * @param txnsMax about how many transactions a piece has at most
     * @param pieces takes the pieces, whose transactions are those of {@link #read} in the same order
     * @return what {@link #read} gives; the history has all faults and labels, and no transactions if there were pieces
     * @throws HistoryFormatException as {@link #read} does
     */
    public static HistoryReader.Loaded readInPieces(Path path, int txnsMax, Consumer<History> pieces) {
        if (hasPieces(path)) {
            return HistoryReader.readInPieces(path, txnsMax, pieces);
        }
        HistoryReader.Loaded whole = read(path, Reading.DEFAULT).loaded();
        pieces.accept(whole.history());
        return whole;
    }

    /**
     * Requires that the path can be read twice: a format is recognised by the first bytes, which a pipe gives only
     * once.
     */
    private static void requireRereadable(Path path) {
        if (Files.exists(path) && !Files.isDirectory(path) && !Files.isRegularFile(path)) {
            throw new HistoryFormatException(
                    path.toString(), "is a pipe or a device; expected a file or a folder, so write it to a file first");
        }
    }

    private static HistoryFormat detect(Path path) {
        return HistoryFormat.detect(
                path,
                Files.isDirectory(path)
                        ? ": nor is it a run's directory or one with segments of a history"
                        : ": nor is it a .txt or .txt.gz file in history notation, e.g. 'T0 s0 r1=[1 2] a2=7'");
    }

    /**
     * Reads in one format.
     *
     * @param format one of {@link #formats}
     * @throws HistoryFormatException if it is not a whole history in that format, with the one that it seems to have
     */
    public static HistorySource read(Path path, String format, Reading how) {
        requireRereadable(path);
        Optional<HistoryFormat> known = HistoryFormat.named(format);
        try {
            return known.isPresent() ? foreign(known.get(), path, how) : ours(path, how);
        } catch (HistoryFormatException refused) {
            throw seen(path)
                    .filter(other -> !other.equals(format))
                    .map(other -> new HistoryFormatException(
                            "--format " + format, refused.getMessage() + "; it looks like " + other))
                    .orElse(refused);
        }
    }

    /** Returns the format that a file or directory seems to have, if any. */
    private static Optional<String> seen(Path path) {
        if (!Files.exists(path)) {
            return Optional.empty();
        }
        try {
            return Optional.of(
                    isOurs(path) ? MOIRAI : HistoryFormat.detect(path).label());
        } catch (HistoryFormatException unknown) {
            return Optional.empty();
        }
    }

    private static HistorySource ours(Path path, Reading how) {
        if (WholeOutput.isPart(path)) {
            throw new HistoryFormatException(
                    path.toString(),
                    "is what an import left that was killed; expected a whole history, so remove it and import again");
        }
        if (CaseFiles.isCase(path) && !how.ignoresTimes()) {
            return new HistorySource(
                    new HistoryReader.Loaded(CaseFiles.readHistory(path).history(), List.of()), MOIRAI);
        }
        if (NotationFile.isNamed(path) && Files.isRegularFile(path)) {
            return new HistorySource(NotationFile.read(path, how.ignoresTimes()), MOIRAI);
        }
        if (how.ignoresTimes()) {
            throw new HistoryFormatException(
                    path.toString(), "has times that never go back in a session; expected it without --ignore-times");
        }
        return new HistorySource(HistoryReader.read(path), MOIRAI);
    }

    private static HistorySource foreign(HistoryFormat format, Path path, Reading how) {
        History history = format.read(path, how);
        boolean isCut = how.acceptsCut() && !history.isComplete();
        List<String> warnings = isCut
                ? List.of(path + " is cut short; its last operation is left out")
                : format.mayBeCut(path)
                        ? List.of(path + " ends without the end of a line; if it was cut, all that followed is missing")
                        : List.of();
        return new HistorySource(new HistoryReader.Loaded(history, warnings), format.label());
    }

    /** Returns the history itself. */
    public History history() {
        return loaded.history();
    }

    /**
     * Returns the level that the history says it was recorded for. A history that says none is expected to be
     * serializable if it has lists or registers, where Elle asks for strict: times of files come from clocks that
     * nobody knows to agree, and what they prove is no fault of a database that promises serializability. In a format
     * whose checkers count the order within sessions at every level, it counts here, too. One of sets
     * or counters that has times is expected to be strict-serializable, so that nothing acknowledged is missing later.
     *
     * <p>For counters that includes what Jepsen's {@code counter} asks for, for sets what {@code set-full} asks for
     * with {@code :linearizable? true}: no element is lost or stale. Without that option {@code set-full} accepts stale
     * elements and refuses only lost ones. No level does so: serializable, which knows no real time, accepts both,
     * unless the reads contradict each other.
     */
    public IsolationLevel expected() {
        History history = history();
        return IsolationLevel.NAMES.named(history.header().expect()).orElseGet(() -> switch (history.dataModel()) {
            case LIST_APPEND, REGISTER ->
                countsSessions() ? IsolationLevel.STRONG_SESSION_SERIALIZABLE : IsolationLevel.SERIALIZABLE;
            case SET, COUNTER -> history.isTimed() ? IsolationLevel.STRICT_SERIALIZABLE : IsolationLevel.SERIALIZABLE;
        });
    }

    private boolean countsSessions() {
        return HistoryFormat.named(format).filter(HistoryFormat::countsSessions).isPresent();
    }

    /** Returns the header of the history, with the level that its format alone says. */
    public RunHeader header() {
        RunHeader header = history().header();
        return countsSessions() ? header.expecting(expected().label()) : header;
    }

    /** Returns whether the history names no level and has times, which the level that is expected then ignores. */
    public boolean isWeakerThanElle() {
        return history().isTimed()
                && isForeign()
                && IsolationLevel.NAMES.named(history().header().expect()).isEmpty()
                && expected() == IsolationLevel.SERIALIZABLE;
    }

    /**
     * Returns whether the program of another checker wrote the history, so that Moirai numbered its transactions and
     * sessions.
     */
    public boolean isForeign() {
        return !format.equals(MOIRAI);
    }

    /**
     * Decides whether the path is read as our own format. A path that does not exist counts, as the reader explains the
     * error.
     */
    private static boolean isOurs(Path path) {
        if (CaseFiles.isCase(path)) {
            return true;
        }
        if (Files.isDirectory(path)) {
            return Files.isDirectory(path.resolve("history")) || hasSegments(path);
        }
        return !Files.exists(path)
                || path.toString().endsWith(SegmentName.SUFFIX)
                || (NotationFile.isNamed(path) && NotationFile.isNotation(path));
    }

    private static boolean hasSegments(Path directory) {
        try (Stream<Path> files = Files.list(directory)) {
            return files.anyMatch(file -> file.toString().endsWith(SegmentName.SUFFIX));
        } catch (IOException unreadable) {
            throw new HistoryFormatException(directory.toString(), "cannot be read: " + unreadable.getMessage());
        }
    }
}
