package moirai.formats;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import moirai.formats.jepsen.JepsenReader;
import moirai.formats.jepsen.Reading;
import moirai.formats.text.InputFile;
import moirai.history.History;
import moirai.history.HistoryFormatException;

/**
 * A format of another checker in which a history may come. All are for registers, except {@link #EDN} and {@link
 * #JSON}, which may have any contents and have times.
 *
 * <p>The other formats have in common: transactions are committed unless the format says otherwise, are numbered by
 * their first op in the file, and have no times, so {@link History#isTimed} is false. Sessions are numbered in the
 * order in which they first appear. A number beyond {@link Long#MAX_VALUE} is held as the same 64 bits.
 */
public enum HistoryFormat {

    /** Jepsen's {@code history.edn}: operations as maps or records, one after the other or in a vector. */
    EDN,

    /** The same operations as JSON objects: elle-cli's array, or an object a line. */
    JSON,

    /** Text of Plume and PolySI, which AWDIT reads too: {@code w(KEY,VALUE,SESSION,TXN)}, an op a line. */
    PLUME,

    /** AWDIT's own text: {@code w KEY VALUE}, an op a line, with lines between transactions and between sessions. */
    AWDIT,

    /** JSON of dbcop: sessions of transactions of events. */
    DBCOP_JSON,

    /** Binary file of dbcop and PolySI, or the folder with its {@code history.bincode}. */
    DBCOP,

    /** Binary logs of Cobra: a folder with a file {@code T….log} for each session. */
    COBRA;

    /** Returns the name on a command line. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the format with this {@link #label}. */
    public static Optional<HistoryFormat> named(String label) {
        String wanted = label.toLowerCase(Locale.ROOT);
        return Arrays.stream(values())
                .filter(format -> format.label().equals(wanted))
                .findFirst();
    }

    /**
     * Returns the format of a file or folder, by its first bytes or by the names in it.
     *
     * <p>{@link #read} may still refuse the rest. Cost: reads 4 KiB at most.
     *
     * @throws HistoryFormatException with what was seen, if it looks like none of them or cannot be read
     */
    public static HistoryFormat detect(Path path) {
        return detect(path, "");
    }

    /**
     * Returns the format as {@link #detect(Path)} does.
     *
     * @param noneOther text that messages add to the formats that the file does not have
     */
    public static HistoryFormat detect(Path path, String noneOther) {
        return FormatDetection.of(path, noneOther);
    }

    /**
     * Reads a history.
     *
     * <p>Cost: O(bytes) time; 20 bytes an op and 8 a transaction beside what the history itself takes.
     *
     * @throws HistoryFormatException with place, what is there and what would be accepted, if any part is not in this
     *     format; nothing of the file is used then
     */
    public History read(Path path) {
        return read(path, Reading.DEFAULT);
    }

    /**
     * Reads a history.
     *
     * @param how matters to {@link #EDN} and {@link #JSON} alone
     * @throws HistoryFormatException as {@link #read(Path)} does
     */
    public History read(Path path, Reading how) {
        return switch (this) {
            case EDN -> JepsenReader.read(path, JepsenReader.Notation.EDN, how);
            case JSON -> JepsenReader.read(path, JepsenReader.Notation.JSON, how);
            case PLUME -> PlumeReader.read(path);
            case AWDIT -> AwditReader.read(path);
            case DBCOP_JSON -> DbcopJsonReader.read(path);
            case DBCOP -> DbcopReader.read(path);
            case COBRA -> CobraReader.read(path);
        };
    }

    /**
     * Returns whether a text of several lines that was read may be the beginning of a longer one, since its last line
     * has no end, and no bracket ends it. A copy that was cut behind the end of a line looks whole.
     */
    public boolean mayBeCut(Path path) {
        return switch (this) {
            case EDN, JSON -> InputFile.endsWithinLine(path, "])");
            case PLUME, AWDIT -> InputFile.endsWithinLine(path, "");
            case DBCOP_JSON, DBCOP, COBRA -> false;
        };
    }

    /** Returns whether all levels of the checkers that have this format include the order within sessions. */
    public boolean countsSessions() {
        return switch (this) {
            case PLUME, AWDIT, DBCOP_JSON, DBCOP -> true;
            case EDN, JSON, COBRA -> false;
        };
    }

    /** Returns all labels, for messages: {@code plume, awdit, …}. */
    public static String labels() {
        return Arrays.stream(values()).map(HistoryFormat::label).collect(Collectors.joining(", "));
    }
}
