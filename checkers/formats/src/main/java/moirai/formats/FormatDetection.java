package moirai.formats;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import moirai.formats.text.Excerpt;
import moirai.formats.text.InputFile;
import moirai.history.HistoryFormatException;

/**
 * Recognises the format of a file by a beginning that no other format has.
 *
 * <p>A binary file of dbcop has no magic number. It starts with five parameters, each small for its eight bytes, and
 * the length of a short text, so it has many zero bytes, and a text has none. A log of Cobra starts with {@code S}, a
 * number and another letter; it is recognised only to ask for its folder.
 */
final class FormatDetection {

    private static final int HEAD_BYTES = 4096;
    private static final int DBCOP_NUMBERS = 6;
    private static final long DBCOP_NUMBER_MAX = 1L << 40;
    private static final int COBRA_START_BYTES = 1 + Long.BYTES;
    private static final int NAMES_MAX = 5;

    private FormatDetection() {}

    /** @param noneOther text that messages add to the formats that the file does not have */
    static HistoryFormat of(Path path, String noneOther) {
        if (Files.isDirectory(path)) {
            return ofFolder(path, noneOther);
        }
        byte[] head = head(path);
        if (head.length == 0) {
            throw new HistoryFormatException(
                    path.toString(), "is empty; expected one of " + HistoryFormat.labels() + noneOther);
        }
        if (isCobraLog(head)) {
            throw new HistoryFormatException(
                    path.toString(), "looks like one session of cobra; expected the folder with all its T*.log");
        }
        if (isDbcop(head)) {
            return HistoryFormat.DBCOP;
        }
        refuseWhatIsNoText(path, head);
        byte[] text = Arrays.copyOfRange(head, InputFile.markBytes(head), head.length);
        return ofText(text).orElseThrow(() -> unknown(path, text, noneOther));
    }

    private static HistoryFormat ofFolder(Path folder, String noneOther) {
        if (!CobraReader.logs(folder).isEmpty()) {
            return HistoryFormat.COBRA;
        }
        if (Files.exists(folder.resolve(DbcopReader.FILE_NAME))) {
            return HistoryFormat.DBCOP;
        }
        throw new HistoryFormatException(
                folder.toString(),
                "a folder with " + names(folder) + "; expected T*.log of " + HistoryFormat.COBRA.label() + " or "
                        + DbcopReader.FILE_NAME + " of " + HistoryFormat.DBCOP.label() + noneOther);
    }

    private static String names(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            String names = files.map(file -> file.getFileName().toString())
                    .sorted()
                    .limit(NAMES_MAX)
                    .collect(Collectors.joining(", "));
            return names.isEmpty() ? "nothing in it" : names;
        } catch (IOException failed) {
            throw InputFile.unreadable(folder, failed);
        }
    }

    private static byte[] head(Path file) {
        try (InputFile in = InputFile.bytes(file)) {
            byte[] head = new byte[HEAD_BYTES];
            return Arrays.copyOf(head, in.read(head, 0, HEAD_BYTES));
        }
    }

    private static Optional<HistoryFormat> ofText(byte[] head) {
        int at = 0;
        while (at < head.length && isBlank(head[at])) {
            at++;
        }
        int first = at < head.length ? head[at] : 0;
        int second = at + 1 < head.length ? head[at + 1] : '\n';
        return switch (first) {
            case 'r', 'w' -> ofOp(second);
            case '-', '=' -> second == first || isBlank(second) ? Optional.of(HistoryFormat.AWDIT) : Optional.empty();
            case '[', '{', '(', ';', '#', '^', ',' -> OpsDetection.of(head, at);
            default -> Optional.empty();
        };
    }

    static boolean isBlank(int character) {
        return character == ' ' || character == '\t' || character == '\n' || character == '\r';
    }

    private static Optional<HistoryFormat> ofOp(int second) {
        return switch (second) {
            case '(' -> Optional.of(HistoryFormat.PLUME);
            case ' ', '\t' -> Optional.of(HistoryFormat.AWDIT);
            default -> Optional.empty();
        };
    }

    private static boolean isCobraLog(byte[] head) {
        return head.length > COBRA_START_BYTES && head[0] == 'S' && "RWCS".indexOf(head[COBRA_START_BYTES]) >= 0;
    }

    private static boolean isDbcop(byte[] head) {
        if (head.length < DBCOP_NUMBERS * Long.BYTES) {
            return false;
        }
        ByteBuffer numbers = ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < DBCOP_NUMBERS; i++) {
            long number = numbers.getLong();
            if (number < 0 || number >= DBCOP_NUMBER_MAX) {
                return false;
            }
        }
        return true;
    }

    /** Refuses files of known kinds that cannot be read, and says what to do about them. */
    private static void refuseWhatIsNoText(Path file, byte[] head) {
        if (InputFile.isUtf16(head)) {
            throw new HistoryFormatException(file.toString(), "is a text in UTF-16; expected UTF-8");
        }
        if (InputFile.starts(head, 'J', 'E', 'P', 'S', 'E', 'N')) {
            throw new HistoryFormatException(
                    file.toString(), "is in Jepsen's binary format; expected the history.edn of the same test");
        }
        packer(head).ifPresent(packer -> {
            throw new HistoryFormatException(
                    file.toString(), "is packed by " + packer + "; expected it unpacked, or packed by gzip");
        });
    }

    /** Returns the program that packed the file, by the first bytes. */
    private static Optional<String> packer(byte[] head) {
        if (InputFile.starts(head, 0x28, 0xb5, 0x2f, 0xfd)) {
            return Optional.of("zstd");
        }
        if (InputFile.starts(head, 0xfd, '7', 'z', 'X', 'Z', 0)) {
            return Optional.of("xz");
        }
        if (InputFile.starts(head, 'B', 'Z', 'h')) {
            return Optional.of("bzip2");
        }
        return InputFile.starts(head, 'P', 'K', 3, 4) ? Optional.of("zip") : Optional.empty();
    }

    private static HistoryFormatException unknown(Path file, byte[] head, String noneOther) {
        return new HistoryFormatException(
                file.toString(),
                "starts with " + Excerpt.ofLine(head, 0, head.length) + ", as no known format does; expected one of "
                        + HistoryFormat.labels() + ", e.g. 'w(KEY,VALUE,SESSION,TXN)' or 'w KEY VALUE'" + noneOther);
    }
}
